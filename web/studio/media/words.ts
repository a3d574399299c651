import { inLanguage } from '../language';

/** Words about pictures and files; `w` is what they are about. */
export const words = inLanguage({
  files: ['Files', 'Dateien', 'Archivos'],
  site: ['Site', 'Website', 'Sitio'],
  photo: ['Take a photo', 'Foto machen', 'Hacer una foto'],
  add: ['Add pictures', 'Bilder hinzufügen', 'Añadir imágenes'],
  addFile: ['Add a file', 'Datei hinzufügen', 'Añadir un archivo'],
  dropHere: [
    'Pictures can also be dropped or pasted here.',
    'Bilder lassen sich auch hierher ziehen oder einfügen.',
    'También puede soltar o pegar imágenes aquí.',
  ],
  preparing: ['Getting ready…', 'Wird vorbereitet …', 'Preparando…'],
  gap: [
    'No connection. It goes on by itself.',
    'Keine Verbindung. Es geht von selbst weiter.',
    'Sin conexión. Continuará por sí solo.',
  ],
  cancel: [(w: string) => `Do not send ${w}`, (w: string) => `${w} nicht senden`, (w: string) => `No enviar ${w}`],
  unknownKind: [
    'This browser cannot open this kind of picture. Save it as JPEG, or send it from the phone that took it.',
    'Dieser Browser kann solche Bilder nicht öffnen. Speichern Sie es als JPEG, oder senden Sie es vom Handy, das es aufnahm.',
    'Este navegador no puede abrir este tipo de imagen. Guárdela como JPEG o envíela desde el teléfono que la tomó.',
  ],
  focus: ['What matters in it', 'Das Wichtige darin', 'Lo importante'],
  focusHow: [
    'Touch what must stay visible, or use the arrow keys.',
    'Berühren Sie, was sichtbar bleiben muss, oder nehmen Sie die Pfeiltasten.',
    'Toque lo que debe seguir visible, o use las flechas.',
  ],
  middle: ['Back to the middle', 'Zurück zur Mitte', 'Volver al centro'],
  all: ['All', 'Alle', 'Todas'],
  unused: ['Unused', 'Unbenutzt', 'Sin usar'],
  used: [
    (count: number) => (count ? `used ${count} ×` : 'unused'),
    (count: number) => (count ? `${count} × benutzt` : 'unbenutzt'),
    (count: number) => (count ? `se usa ${count} ×` : 'sin usar'),
  ],
  usedIn: ['Where it is used', 'Wo es benutzt wird', 'Dónde se usa'],
  usedNowhere: ['It is used nowhere.', 'Es wird nirgends benutzt.', 'No se usa en ninguna parte.'],
  replace: ['Replace everywhere', 'Überall ersetzen', 'Reemplazar en todas partes'],
  replaceFile: ['Replace with a newer file', 'Durch eine neuere Datei ersetzen', 'Reemplazar por un archivo nuevo'],
  remove: ['Remove', 'Entfernen', 'Eliminar'],
  removeFirst: [
    'It can be removed once it is used nowhere.',
    'Es lässt sich entfernen, sobald es nirgends mehr benutzt wird.',
    'Se puede eliminar cuando no se use en ninguna parte.',
  ],
  address: ['Its address, which stays', 'Die Adresse, die bleibt', 'Su dirección, que no cambia'],
  copy: ['Copy', 'Kopieren', 'Copiar'],
  copied: ['Copied', 'Kopiert', 'Copiado'],
  fresh: ['not published', 'nicht veröffentlicht', 'sin publicar'],
  none: ['There is nothing here yet.', 'Hier ist noch nichts.', 'Aquí no hay nada todavía.'],
  noUnused: ['All are used.', 'Alle werden benutzt.', 'Todas se usan.'],
});
