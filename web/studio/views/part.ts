import type { Me, Page, Value } from '../api/types';
import { isBegin, keysOf } from '../changes/values';

/** The name of a part, of its key: `hero`, `feature-cards`. */
export const partName = (key: string) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll('-', ' ');

/** A file or a path in words: `main/plans.yaml` is "Plans", `items[0].title` is "Items 1 · Title". */
export const fileName = (file: string) => partName(file.replace(/^.*\/|\.\w+$/g, ''));
export const pathName = (at: string) =>
  at
    .replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`)
    .split('.')
    .map(partName)
    .join(' · ');

/** What a file is called, in the titles of its changes: "Home" of "Home · Hero · Title". */
export const titleOf = (changes: { title: string }[]) => changes[0]?.title.split(' · ')[0];

/** The address of a file as text, and of a place in it. */
export const textAddress = (file: string, place: { line?: string; column?: string } = {}) =>
  `/file?${new URLSearchParams({ file, ...place })}`;

export const mayPublish = ({ role, readOnly }: Me) => !readOnly && (role === 'owner' || role === 'editor');

/** The part of a file that a value is shown with: the section of a page, or the entry of another file. */
export function partOf(page: Page, file: string, values: Value, at: string): { at: string; name: string } {
  const section = page.sections.find((each) => each.file === file && isBegin(each.at, at) && each.at !== '');
  if (section) return { at: section.at, name: partName(section.type) };
  const [key] = keysOf(values, at);
  if (key === undefined) return { at: '', name: '' };
  return { at: typeof key === 'number' ? `[${key}]` : key, name: partName(String(key)) };
}
