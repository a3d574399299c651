import { inLanguage } from '../language';

const plural = (one: string, many: string) => (n: number) => `${n} ${n === 1 ? one : many}`;

/** Words of the view that has an original and its translation beside each other. */
export const words = inLanguage({
  missing: [plural('missing', 'missing'), plural('fehlt', 'fehlen'), plural('falta', 'faltan')],
  stale: [
    plural('older than the original', 'older than the original'),
    plural('älter als das Original', 'älter als das Original'),
    plural('más antiguo que el original', 'más antiguos que el original'),
  ],
  complete: [
    plural('file is up to date', 'files are up to date'),
    plural('Datei ist auf dem Stand', 'Dateien sind auf dem Stand'),
    plural('archivo está al día', 'archivos están al día'),
  ],
  upToDate: ['Everything is up to date.', 'Alles ist auf dem Stand.', 'Todo está al día.'],
  states: [
    { missing: 'Missing', stale: 'Older than the original', 'not recorded': 'Not marked yet', current: 'Up to date' },
    { missing: 'Fehlt', stale: 'Älter als das Original', 'not recorded': 'Noch nicht markiert', current: 'Aktuell' },
    { missing: 'Falta', stale: 'Más antiguo que el original', 'not recorded': 'Sin marcar', current: 'Al día' },
  ],
  original: ['Original', 'Original', 'Original'],
  translation: ['Translation', 'Übersetzung', 'Traducción'],
  translated: ['Translated', 'Übersetzt', 'Traducido'],
  allTranslated: ['All of it is translated', 'Alles ist übersetzt', 'Todo está traducido'],
  begin: ['Begin the translation', 'Übersetzung beginnen', 'Empezar la traducción'],
  notThere: [
    'This is not there in this language yet. It begins as a copy of the original, which no visitor sees before you say so.',
    'Das gibt es in dieser Sprache noch nicht. Es beginnt als Kopie des Originals, die erst Besucher sehen, wenn Sie es sagen.',
    'Esto aún no existe en este idioma. Empieza como copia del original, que nadie ve hasta que usted lo diga.',
  ],
  hidden: [
    'Visitors do not see this page yet.',
    'Besucher sehen diese Seite noch nicht.',
    'Los visitantes aún no ven esta página.',
  ],
  show: ['Show it to visitors', 'Besuchern zeigen', 'Mostrarla a los visitantes'],
  byHand: [
    'It is built otherwise than the original: change it in the page.',
    'Sie ist anders gebaut als das Original: Ändern Sie sie in der Seite.',
    'Está hecha de otra forma que el original: cámbiela en la página.',
  ],
  toPage: ['To the page', 'Zur Seite', 'Ir a la página'],
});
