import { inLanguage } from '../language';

/** Words about what is new, copied or removed; `w` is what it is. */
export const words = inLanguage({
  newIn: [(w: string) => `New in ${w}`, (w: string) => `Neu in ${w}`, (w: string) => `Nuevo en ${w}`],
  what: ['What would you like to add?', 'Was möchten Sie hinzufügen?', '¿Qué quiere añadir?'],
  title: ['Title', 'Titel', 'Título'],
  name: ['Name', 'Name', 'Nombre'],
  address: ['Address', 'Adresse', 'Dirección'],
  id: ['Short name, for links in texts', 'Kurzname, für Verweise in Texten', 'Nombre corto, para enlaces en textos'],
  from: ['Former address, such as /our-bread.html', 'Frühere Adresse, etwa /unser-brot.html', 'Dirección anterior'],
  to: ['Leads to', 'Führt nach', 'Lleva a'],
  create: ['Create', 'Erstellen', 'Crear'],
  asDraft: [
    'It begins as a draft that visitors do not see, with words that say what to write.',
    'Es beginnt als Entwurf, den Besucher nicht sehen, mit Worten, die sagen, was zu schreiben ist.',
    'Empieza como borrador que los visitantes no ven, con palabras que dicen qué escribir.',
  ],
  asEntry: [
    'It begins with words that say what to write.',
    'Es beginnt mit Worten, die sagen, was zu schreiben ist.',
    'Empieza con palabras que dicen qué escribir.',
  ],

  onPublish: [
    'Visitors get it once you publish.',
    'Besucher bekommen es, sobald Sie veröffentlichen.',
    'Llega a los visitantes cuando publique.',
  ],

  // A page
  thisPage: ['This page', 'Diese Seite', 'Esta página'],
  addSection: ['Add a part', 'Teil hinzufügen', 'Añadir una parte'],
  letSee: ['Make it public', 'Öffentlich machen', 'Hacerla pública'],
  toNavigation: ['Put it into the navigation', 'In die Navigation aufnehmen', 'Ponerla en la navegación'],
  duplicate: ['Duplicate', 'Duplizieren', 'Duplicar'],
  copyOf: [(w: string) => `${w} (copy)`, (w: string) => `${w} (Kopie)`, (w: string) => `${w} (copia)`],
  removeEntry: [(w: string) => `Remove ${w}…`, (w: string) => `${w} entfernen …`, (w: string) => `Eliminar ${w}…`],
  removePage: ['Remove…', 'Entfernen …', 'Eliminar…'],

  // When visitors see it
  isDraft: ['A draft: visitors do not see it.', 'Ein Entwurf: Besucher sehen ihn nicht.', 'Un borrador: nadie lo ve.'],
  isSeen: ['Visitors see it.', 'Besucher sehen sie.', 'Los visitantes la ven.'],
  willBe: [
    'Visitors see it once you publish.',
    'Besucher sehen sie, sobald Sie veröffentlichen.',
    'Los visitantes la verán cuando publique.',
  ],
  seenFrom: [
    (when: string) => `Visitors see it from ${when} on.`,
    (when: string) => `Besucher sehen sie ab ${when}.`,
    (when: string) => `Los visitantes la ven desde el ${when}.`,
  ],
  seenUntil: [
    (when: string) => `It ends on ${when}.`,
    (when: string) => `Sie endet am ${when}.`,
    (when: string) => `Termina el ${when}.`,
  ],
  seenNoMore: [
    (when: string) => `It ended on ${when}: visitors do not see it any more.`,
    (when: string) => `Sie endete am ${when}: Besucher sehen sie nicht mehr.`,
    (when: string) => `Terminó el ${when}: los visitantes ya no la ven.`,
  ],

  // Preview links
  previewLink: ['Preview link', 'Vorschau-Link', 'Enlace de vista previa'],
  linkShows: [
    'Whoever has the link sees the website with all drafts and changes that are not published yet.',
    'Wer den Link hat, sieht die Website mit allen Entwürfen und Änderungen, die noch nicht veröffentlicht sind.',
    'Quien tenga el enlace ve el sitio con todos los borradores y cambios que aún no están publicados.',
  ],
  lasts: ['How long it lasts', 'Wie lange er gilt', 'Cuánto dura'],
  days: [(n: number) => `${n} days`, (n: number) => `${n} Tage`, (n: number) => `${n} días`],
  makeLink: ['Make a link', 'Link erstellen', 'Crear un enlace'],
  until: [
    (when: string) => `It ends on ${when}.`,
    (when: string) => `Er endet am ${when}.`,
    (when: string) => `Termina el ${when}.`,
  ],
  endAll: ['End all links', 'Alle Links beenden', 'Terminar todos los enlaces'],
  endsAll: [
    'This ends every preview link of the website at once, those of others too.',
    'Das beendet alle Vorschau-Links der Website auf einmal, auch die von anderen.',
    'Esto termina todos los enlaces de vista previa del sitio a la vez, también los de otros.',
  ],
  ended: ['All preview links have ended.', 'Alle Vorschau-Links sind beendet.', 'Todos los enlaces han terminado.'],

  // Removing
  removeWhat: [(w: string) => `Remove “${w}”?`, (w: string) => `„${w}“ entfernen?`, (w: string) => `¿Eliminar «${w}»?`],
  looking: ['Looking for what uses it…', 'Es wird gesucht, was darauf verweist …', 'Buscando qué lo usa…'],
  unused: ['Nothing else uses it.', 'Nichts sonst verweist darauf.', 'Nada más lo usa.'],
  alsoTaken: ['It goes from these places, too:', 'Auch hier verschwindet es:', 'También desaparece de aquí:'],
  used: [
    'It is used here. Fix this, too:',
    'Darauf wird hier verwiesen. Ändern Sie auch das:',
    'Se usa aquí. Cambie esto también:',
  ],
  leadOn: [
    'Who knows the former address is led to (empty: nowhere)',
    'Wer die frühere Adresse kennt, kommt nach (leer: nirgendwohin)',
    'Quien conozca la dirección anterior llega a (vacío: a ninguna parte)',
  ],
  undone: [
    'Visitors see it until you publish. Until then you can take it back under Changes.',
    'Besucher sehen es, bis Sie veröffentlichen. Bis dahin können Sie es unter Änderungen zurücknehmen.',
    'Los visitantes lo ven hasta que publique. Hasta entonces puede revertirlo en Cambios.',
  ],
  remove: ['Remove', 'Entfernen', 'Eliminar'],

  // The gallery
  gallery: ['Choose a part', 'Teil wählen', 'Elegir una parte'],
  findPart: ['Find a part', 'Teil finden', 'Buscar una parte'],
  noPart: ['Nothing found', 'Nichts gefunden', 'Nada encontrado'],
  noPicture: [
    'No picture: the site has nothing yet that it could show.',
    'Ohne Bild: die Website hat noch nichts, was hier stünde.',
    'Sin imagen: el sitio aún no tiene nada que mostrar aquí.',
  ],

  // Pages
  more: [
    (n: number) => `${n} more: type a word of the title`,
    (n: number) => `${n} weitere: tippen Sie ein Wort des Titels`,
    (n: number) => `${n} más: escriba una palabra del título`,
  ],
  page: ['Page', 'Seite', 'Página'],
  clock: [
    (zone: string, now: string) => `Time zone: ${zone} (now ${now})`,
    (zone: string, now: string) => `Zeitzone: ${zone} (jetzt ${now})`,
    (zone: string, now: string) => `Zona horaria: ${zone} (ahora ${now})`,
  ],
});

/** What one thing of a kind is called: of an entry of a collection, or of a kind of content. */
export const kindNames: Partial<Record<string, string>> = inLanguage({
  article: ['Post', 'Beitrag', 'Artículo'],
  event: ['Event', 'Termin', 'Evento'],
  job: ['Open position', 'Offene Stelle', 'Puesto vacante'],
  'case-study': ['Case study', 'Fallstudie', 'Caso'],
  plans: ['Plan', 'Tarif', 'Plan'],
  products: ['Product', 'Produkt', 'Producto'],
  industries: ['Industry', 'Branche', 'Sector'],
  people: ['Person', 'Person', 'Persona'],
  locations: ['Place', 'Standort', 'Lugar'],
  testimonials: ['Testimonial', 'Kundenstimme', 'Testimonio'],
  forms: ['Form', 'Formular', 'Formulario'],
  blocks: ['Shared part', 'Gemeinsamer Teil', 'Parte común'],
  redirects: ['Redirect', 'Weiterleitung', 'Redirección'],
});
