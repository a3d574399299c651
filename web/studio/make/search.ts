/** Letters without their accents: to take texts apart as a whole takes ten times as long. */
const letters = new Map<string, string>();
function plain(letter: string): string {
  const found = letters.get(letter) ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  letters.set(letter, found);
  return found;
}
/** Words as they are searched for: without accents, in small letters. */
const folded = (text: string) => text.toLowerCase().replace(/[\u0080-\uffff]/g, plain);

/** The words of each thing of a list. */
const known = new WeakMap<object[], string[]>();

/** Of a list, what has all words that somebody typed, in any order. */
export function search<Each extends object>(all: Each[], wanted: string, textOf: (each: Each) => string): Each[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return all;
  const texts = known.get(all) ?? all.map((each) => folded(textOf(each)));
  known.set(all, texts);
  return all.filter((_, i) => words.every((word) => texts[i]?.includes(word)));
}
