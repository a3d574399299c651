import type { Me, Page, Value } from '../api/types';
import { usePages } from '../api/use-api';
import { isBegin, keysOf } from '../changes/values';

/** The name of a part, of its key: `hero`, `feature-cards`, `publishAt`. */
export const partName = (key: string) =>
  key.charAt(0).toUpperCase() +
  key
    .slice(1)
    .replace(/[-_]|(?=[A-Z])/g, ' ')
    .toLowerCase();

/** A file or a path in words: `main/plans.yaml` is "Plans", `sections[2].faq.items[0]` is "Faq · Items 1". */
export const fileName = (file: string) => partName(file.replace(/^.*\/|\.\w+$/g, ''));
export const pathName = (at: string) =>
  at
    .replace(/^sections\[\d+\]\./, '')
    .replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`)
    .split('.')
    .map(partName)
    .join(' · ');

/** What files and their values are called: "Home", as the page that a file holds, and "Home · Hero · Title". */
export function useTitle() {
  const { data: pages = [] } = usePages();
  return (file: string, at = '') =>
    [pages.find((page) => page.file === file)?.title || fileName(file), at && pathName(at)].filter(Boolean).join(' · ');
}

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
