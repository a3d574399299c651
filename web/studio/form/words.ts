import { inLanguage } from '../language';

/** Words of forms; `w` is what they are about. */
export const words = inLanguage({
  addField: ['Add a field', 'Feld hinzufügen', 'Añadir un campo'],
  addFirst: ['Add one', 'Hinzufügen', 'Añadir'],
  addAnother: ['Add another', 'Weiteres hinzufügen', 'Añadir otro'],
  addPart: ['Add a part', 'Teil hinzufügen', 'Añadir una parte'],
  addHours: ['Add hours', 'Zeiten hinzufügen', 'Añadir horas'],
  remove: ['Remove', 'Entfernen', 'Quitar'],
  removeAll: ['Remove all', 'Alle entfernen', 'Quitar todo'],
  removeThis: [(w: string) => `Remove ${w}`, (w: string) => `${w} entfernen`, (w: string) => `Quitar ${w}`],
  removed: [(w: string) => `${w} removed`, (w: string) => `${w} entfernt`, (w: string) => `${w}: quitado`],
  duplicate: ['Duplicate', 'Duplizieren', 'Duplicar'],
  move: [(w: string) => `Move ${w}`, (w: string) => `${w} verschieben`, (w: string) => `Mover ${w}`],
  moveHow: ['Drag, or press Alt and an arrow', 'Ziehen, oder Alt und Pfeil drücken', 'Arrastre, o pulse Alt y flecha'],
  moveTo: ['Move to…', 'Verschieben nach …', 'Mover a…'],
  moved: [
    (w: string, to: number, of: number) => `${w} is now ${to} of ${of}`,
    (w: string, to: number, of: number) => `${w} ist jetzt ${to} von ${of}`,
    (w: string, to: number, of: number) => `${w} es ahora ${to} de ${of}`,
  ],
  more: [(w: string) => `More for ${w}`, (w: string) => `Mehr zu ${w}`, (w: string) => `Más de ${w}`],
  wrong: ['Something is wrong here', 'Hier stimmt etwas nicht', 'Aquí hay algo mal'],
  left: [
    (count: number) => (count < 0 ? `${-count} too many` : `${count} left`),
    (count: number) => (count < 0 ? `${-count} zu viel` : `noch ${count}`),
    (count: number) => (count < 0 ? `sobran ${-count}` : `quedan ${count}`),
  ],
  asText: ['Edit in the file', 'In der Datei ändern', 'Editar en el archivo'],
  open: [(w: string) => `Open ${w}`, (w: string) => `${w} öffnen`, (w: string) => `Abrir ${w}`],
  nothingFound: ['Nothing found', 'Nichts gefunden', 'Nada encontrado'],

  ownersOnly: [
    'Only owners of the website can change this.',
    'Nur Inhaber der Website können das ändern.',
    'Solo los propietarios del sitio pueden cambiar esto.',
  ],

  // Text
  formatting: ['Formatting', 'Formatierung', 'Formato'],
  formats: [
    ['**bold**', '*italic*', '[a link](/about)', '- an item of a list', '## A heading', 'An empty line: a paragraph'],
    ['**fett**', '*kursiv*', '[ein Link](/about)', '- ein Listenpunkt', '## Überschrift', 'Eine Leerzeile: ein Absatz'],
    ['**negrita**', '*cursiva*', '[un enlace](/about)', '- un punto', '## Un título', 'Una línea vacía: un párrafo'],
  ],

  // Pictures, colours, dates and hours
  choose: ['Choose a picture', 'Bild wählen', 'Elegir una imagen'],
  colour: ['Colour', 'Farbe', 'Color'],
  time: ['Time', 'Uhrzeit', 'Hora'],
  closed: ['Closed', 'Geschlossen', 'Cerrado'],
  opened: ['Open', 'Geöffnet', 'Abierto'],
  byAppointment: ['By appointment', 'Nach Vereinbarung', 'Con cita'],
  from: ['from', 'von', 'desde'],
  until: ['until', 'bis', 'hasta'],
});
