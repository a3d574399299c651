/** The languages that Studio speaks, in the order of words in a row. */
const languages = ['en', 'de', 'es'];

/** The first language of the browser that Studio speaks; else English. */
export function chooseLanguage(wanted: readonly string[]): string {
  const spoken = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((language) => languages.includes(language));
  return spoken ?? 'en';
}

export const language = chooseLanguage(navigator.languages);

const names = new Intl.DisplayNames(language, { type: 'language' });
/** A language by its tag, as the reader's own calls it. */
export const languageName = (tag: string) => tag && (names.of(tag) ?? tag);

/**
 * Words in the browser's language, of rows that have each in English, German and Spanish; what needs a number or a name
 * is a function. Each part of Studio has rows of its own.
 */
export function inLanguage<Rows extends Record<string, readonly unknown[]>>(rows: Rows) {
  const column = languages.indexOf(language);
  const words = Object.entries(rows).map(([name, row]) => [name, row[column]]);
  return Object.fromEntries(words) as { [Name in keyof Rows]: Rows[Name][number] };
}
