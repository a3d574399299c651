import type { PageEntry } from '../api/types';

/** Words as they are searched for: without accents, in small letters. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const known = new WeakMap<PageEntry, string>();
function wordsOf(page: PageEntry): string {
  let words = known.get(page);
  if (words === undefined) {
    words = folded(`${page.title} ${page.path}`);
    known.set(page, words);
  }
  return words;
}

/** The pages that have all words of what somebody typed in their title or address. */
export function search(pages: PageEntry[], wanted: string): PageEntry[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  return words.length ? pages.filter((page) => words.every((word) => wordsOf(page).includes(word))) : pages;
}
