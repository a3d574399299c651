import type { Listed, Me, Page, PageEntry, Problem, Value } from '../api/types';
import { useMe, usePages } from '../api/use-api';
import { isBegin, keysOf } from '../changes/values';
import { weekOf } from '../form/hours';
import { labelOf } from '../form/schema';
import { languageName } from '../language';
import { sectionNames } from '../section-names';

export const sectionName = (type: string) => sectionNames[type] ?? labelOf(type);

/** A file or a path in words: `main/plans.yaml` is "Plans", `sections[2].team.items[0]` is "Team · Items 1". */
export const fileName = (file: string) => labelOf(file.replace(/^.*\/|\.\w+$/g, ''));
export function pathName(at: string): string {
  const [section = '', type] = /^sections\[\d+\]\.([\w-]+)\.?/.exec(at) ?? [];
  const rest = at.slice(section.length).split('.');
  const nameOf = (part: string) =>
    part.replace(/^[^[]+/, labelOf).replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`);
  return [type && sectionName(type), ...rest.map(nameOf)].filter(Boolean).join(' · ');
}

/** What files and their values are called: "Home", as the page that a file holds, "Home · Hero · Title · German". */
export function useTitle() {
  const { data: pages = [] } = usePages();
  const { data: me } = useMe();
  return (file: string, at = '') => {
    const title = pages.find((page) => page.file === file)?.title || fileName(file);
    const site = me?.sites.find(({ of, lang }) => of && file.startsWith(`${of}/${lang}/`));
    return [title, at && pathName(at), site && languageName(site.lang)].filter(Boolean).join(' · ');
  };
}

/** The address of a view: `edit` is a page with the value beside it, `file` a file as text, `gallery` what can be added. */
export const addressOf = (view: string, query: Record<string, string>) => `/${view}?${new URLSearchParams(query)}`;

/** The address of a file as text, and of a place in it; with an empty line of where somebody was. */
export const textAddress = (file: string, place: { line?: string; column?: string } = {}) =>
  addressOf('file', { file, ...place });

/** The address of a file of a language beside its original. */
export const besideAddress = (site: string, file: string) => addressOf('languages', { site, file });

/** The page beside which each file was edited last: it shows what is in it. */
export const lastPages = new Map<string, { site: string; path: string }>();

/** Where a problem is mended: at the field of its value, beside a page of its site; else in the file as text. */
export function useProblemAddress() {
  const { data: pages = [] } = usePages();
  return (problem: Problem) => {
    const { file, at, line, column } = problem;
    const parts = file.split('/');
    /** How many folders a page shares with the file: those of a language are below those of the original. */
    const shared = (page: PageEntry) => page.file.split('/').findIndex((part, i) => part !== parts[i]);
    const [nearest] = pages.toSorted((a, b) => shared(b) - shared(a));
    const page =
      pages.find((each) => each.file === file) ??
      lastPages.get(file) ??
      (nearest && shared(nearest) > 0 ? nearest : undefined);
    if (!at || !page) return textAddress(file, { line: String(line), column: String(column) });
    return addressOf('edit', { site: page.site, path: page.path, file, at });
  };
}

/** The changes of a file, those that a person makes as one together: lines of the hours of one week. */
export const grouped = (changes: Listed[]) =>
  changes.reduce<[Listed, ...Listed[]][]>((all, change) => {
    const week = weekIn(change);
    const i = all.findIndex(([first]) => week && weekIn(first) === week);
    const group = all[i];
    return group ? all.with(i, [...group, change]) : all.concat([[change]]);
  }, []);

/** Whether a file notes what is translated, which nobody types. */
export const isRecord = (file: string) => file.endsWith('/translated.yaml');

/** The week that a line of hours is of; none where it is something else, or in conflict. */
function weekIn({ file, at, old, value, conflict }: Listed): string | undefined {
  if (isRecord(file)) return file;
  const isLine = !conflict && at.endsWith(']') && weekOf([value ?? old ?? null]);
  return isLine ? `${file} ${weekAt(at)}` : undefined;
}
export const weekAt = (line: string) => line.replace(/\[\d+\]$/, '');

/** Whether a site is another one in another language. */
export const isTranslation = ({ sites }: Me, site: string) => sites.some(({ id, of }) => id === site && of);

/** Whether somebody may change what owners alone do: the look, addresses, who gets mail. */
export const mayDesign = ({ role }: Me) => role === 'owner';
export const mayPublish = ({ role, readOnly }: Me) => !readOnly && (role === 'owner' || role === 'editor');

/** The part of a file that a value is shown with: the section of a page, or the entry of another file. */
export function partOf(page: Page, file: string, values: Value, at: string): { at: string; name: string } {
  const section = page.sections.find((each) => each.file === file && isBegin(each.at, at) && each.at !== '');
  if (section) return { at: section.at, name: sectionName(section.type) };
  const [key] = keysOf(values, at);
  if (key === undefined) return { at: '', name: '' };
  return { at: typeof key === 'number' ? `[${key}]` : key, name: labelOf(String(key)) };
}
