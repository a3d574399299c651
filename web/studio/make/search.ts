import type { PageEntry } from '../api/types';

/** Letters without their accents: to take texts apart as a whole takes ten times as long. */
const letters = new Map<string, string>();
function plain(letter: string): string {
  const found = letters.get(letter) ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  letters.set(letter, found);
  return found;
}
/** Words as they are searched for: without accents, in small letters. */
const folded = (text: string) => text.toLowerCase().replace(/[\u0080-\uffff]/g, plain);

/** The words of each page of a list. */
const known = new WeakMap<PageEntry[], string[]>();

/** The pages that have all words of what somebody typed in their title or address. */
export function search(pages: PageEntry[], wanted: string): PageEntry[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return pages;
  const texts = known.get(pages) ?? pages.map(({ title, path }) => folded(`${title} ${path}`));
  known.set(pages, texts);
  return pages.filter((_, i) => words.every((word) => texts[i]?.includes(word)));
}
