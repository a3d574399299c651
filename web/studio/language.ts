/** The languages that Studio speaks. */
export type Language = 'en' | 'de' | 'es';

/** The first language of the browser that Studio speaks; else English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'de' || language === 'es') return language;
  }
  return 'en';
}

export const language = chooseLanguage(navigator.languages);

/** The words of the browser's language. Each part of Studio has a record of its own. */
export function inLanguage<Words>(words: Record<Language, Words>): Words {
  return words[language];
}
