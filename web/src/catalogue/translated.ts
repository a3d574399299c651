import { arabic } from './words-ar';
import { hebrew } from './words-he';

/** The words that samples have in other languages. */
export const dictionaries: Record<string, Record<string, string>> = { ar: arabic, he: hebrew };

/** A sample in the language of the document; what that has no words for stays as it is. */
export function translated<T>(sample: T): T {
  const words = dictionaries[document.documentElement.lang.replace(/-.*/, '')];
  if (!words) return sample;
  return JSON.parse(JSON.stringify(sample), (key, value) => (key !== 'kind' && words[value]) || value) as T;
}
