import { inLanguage } from '../language';

/** Words of the settings of a site. */
export const words = inLanguage({
  site: ['Website', 'Website', 'Sitio'],
  letters: ['Aa', 'Aa', 'Aa'],
  none: ['not set', 'nicht gesetzt', 'sin definir'],
  add: [(what: string) => `Add: ${what}`, (what: string) => `Hinzufügen: ${what}`, (what: string) => `Añadir: ${what}`],
  owners: ['Only owners can change this', 'Nur Inhaber können das ändern', 'Solo los propietarios pueden cambiarlo'],

  who: ['Who you are', 'Wer Sie sind', 'Quiénes son'],
  name: ['Name', 'Name', 'Nombre'],
  tagline: ['In a few words', 'In wenigen Worten', 'En pocas palabras'],
  email: ['Email address', 'E-Mail-Adresse', 'Correo electrónico'],
  phone: ['Phone', 'Telefon', 'Teléfono'],
  facts: ['Facts used in texts', 'Angaben für Texte', 'Datos usados en los textos'],

  where: ['Places and hours', 'Orte und Zeiten', 'Lugares y horarios'],
  address: ['Address', 'Adresse', 'Dirección'],
  hours: ['Opening hours', 'Öffnungszeiten', 'Horario'],
  exceptions: ['Holidays and other days', 'Feiertage und andere Tage', 'Festivos y otros días'],

  around: ['On every page', 'Auf jeder Seite', 'En todas las páginas'],
  announcement: ['Announcement', 'Ankündigung', 'Anuncio'],
  navigation: ['Navigation', 'Navigation', 'Navegación'],
  footer: ['Footer', 'Fußzeile', 'Pie de página'],

  looks: ['How it looks', 'Wie es aussieht', 'Cómo se ve'],
  theme: ['Colours, fonts and character', 'Farben, Schriften und Charakter', 'Colores, letras y carácter'],

  received: ['Who gets what visitors send', 'Wer bekommt, was Besucher senden', 'Quién recibe lo que envían'],
  everything: ['All forms', 'Alle Formulare', 'Todos los formularios'],
  form: [
    (name: string) => `Form “${name}”`,
    (name: string) => `Formular „${name}“`,
    (name: string) => `Formulario «${name}»`,
  ],
  sameAsAll: ['Same as all forms', 'Wie alle Formulare', 'Igual que todos los formularios'],
  people: ['People and roles', 'Personen und Rollen', 'Personas y roles'],

  // The look
  character: ['Character', 'Charakter', 'Carácter'],
  characters: [
    {
      '': 'Plain: your colours and fonts, nothing else',
      quiet: 'Quiet: the page of a book',
      warm: 'Warm: cut from coloured paper',
      bold: 'Bold: a poster',
    },
    {
      '': 'Schlicht: Ihre Farben und Schriften, sonst nichts',
      quiet: 'Still: die Seite eines Buches',
      warm: 'Warm: aus farbigem Papier geschnitten',
      bold: 'Kräftig: ein Plakat',
    },
    {
      '': 'Sencillo: sus colores y letras, nada más',
      quiet: 'Tranquilo: la página de un libro',
      warm: 'Cálido: recortado en papel de color',
      bold: 'Fuerte: un cartel',
    },
  ],
  contrast: ['Contrast', 'Kontrast', 'Contraste'],
  contrastHow: [
    'How well words can be read on what is behind them. Black on white has 21 to 1.',
    'Wie gut Wörter auf ihrem Grund zu lesen sind. Schwarz auf Weiß hat 21 zu 1.',
    'Lo bien que se leen las palabras sobre su fondo. Negro sobre blanco tiene 21 a 1.',
  ],
  on: ['on', 'auf', 'sobre'],
  ratio: [(r: string) => `${r} to 1`, (r: string) => `${r} zu 1`, (r: string) => `${r} a 1`],
  readable: ['can be read', 'ist lesbar', 'se lee bien'],
  hard: [
    (least: string) => `hard to read for many: ${least} is needed`,
    (least: string) => `für viele schwer lesbar: ${least} ist nötig`,
    (least: string) => `difícil de leer para muchos: hace falta ${least}`,
  ],
});
