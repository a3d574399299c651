import { inLanguage } from '../language';

/** Words of forms. */
export const words = inLanguage({
  add: ['Add', 'Hinzufügen', 'Añadir'],
  addTo: [
    (list: string) => `Add to ${list}`,
    (list: string) => `Zu ${list} hinzufügen`,
    (list: string) => `Añadir a ${list}`,
  ],
  remove: ['Remove', 'Entfernen', 'Quitar'],
  removeThis: [
    (what: string) => `Remove ${what}`,
    (what: string) => `${what} entfernen`,
    (what: string) => `Quitar ${what}`,
  ],
  removed: [(what: string) => `${what} removed`, (what: string) => `${what} entfernt`, (w: string) => `${w}: quitado`],
  move: [(what: string) => `Move ${what}`, (what: string) => `${what} verschieben`, (what: string) => `Mover ${what}`],
  moveHow: [
    'Drag, or press Alt with the arrow keys.',
    'Ziehen, oder Alt mit den Pfeiltasten drücken.',
    'Arrastre, o pulse Alt con las flechas.',
  ],
  moveTo: ['Move to…', 'Verschieben nach …', 'Mover a…'],
  moved: [
    (what: string, to: number, of: number) => `${what} is now ${to} of ${of}`,
    (what: string, to: number, of: number) => `${what} ist jetzt ${to} von ${of}`,
    (what: string, to: number, of: number) => `${what} es ahora ${to} de ${of}`,
  ],
  more: [(what: string) => `More for ${what}`, (what: string) => `Mehr zu ${what}`, (what: string) => `Más de ${what}`],
  wrong: ['Something is wrong here', 'Hier stimmt etwas nicht', 'Aquí hay algo mal'],
  left: [
    (count: number) => (count < 0 ? `${-count} too many` : `${count} left`),
    (count: number) => (count < 0 ? `${-count} zu viel` : `noch ${count}`),
    (count: number) => (count < 0 ? `sobran ${-count}` : `quedan ${count}`),
  ],
  asText: ['Edit in the file', 'In der Datei ändern', 'Editar en el archivo'],
  open: [(what: string) => `Open ${what}`, (what: string) => `${what} öffnen`, (what: string) => `Abrir ${what}`],
  nothingFound: ['Nothing found', 'Nichts gefunden', 'Nada encontrado'],

  // Text
  formatting: ['Formatting', 'Formatierung', 'Formato'],
  formats: [
    [
      '**bold**',
      '*italic*',
      '[a link](/about)',
      '- an item of a list',
      '## A heading',
      'An empty line begins a paragraph.',
    ],
    [
      '**fett**',
      '*kursiv*',
      '[ein Link](/about)',
      '- ein Listenpunkt',
      '## Überschrift',
      'Eine Leerzeile beginnt einen Absatz.',
    ],
    [
      '**negrita**',
      '*cursiva*',
      '[un enlace](/about)',
      '- un punto',
      '## Un título',
      'Una línea vacía empieza un párrafo.',
    ],
  ],

  // Pictures
  choose: ['Choose a picture', 'Bild wählen', 'Elegir una imagen'],

  // Dates and hours
  time: ['Time', 'Uhrzeit', 'Hora'],
  closed: ['Closed', 'Geschlossen', 'Cerrado'],
  opened: ['Open', 'Geöffnet', 'Abierto'],
  byAppointment: ['By appointment', 'Nach Vereinbarung', 'Con cita'],
  from: [(day: string) => `${day} from`, (day: string) => `${day} von`, (day: string) => `${day} desde`],
  until: [(day: string) => `${day} until`, (day: string) => `${day} bis`, (day: string) => `${day} hasta`],
  moreTimes: [
    (day: string) => `More times on ${day}`,
    (day: string) => `Weitere Zeiten am ${day}`,
    (day: string) => `Más horas el ${day}`,
  ],
  lessTimes: [
    (day: string) => `Without these times on ${day}`,
    (day: string) => `Ohne diese Zeiten am ${day}`,
    (day: string) => `Sin estas horas el ${day}`,
  ],
  colour: [
    (what: string) => `${what}: choose`,
    (what: string) => `${what}: wählen`,
    (what: string) => `${what}: elegir`,
  ],
});
