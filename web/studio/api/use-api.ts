import useSWR, { type SWRConfiguration } from 'swr';
import useSWRImmutable from 'swr/immutable';
import { call, Unreachable } from './client';
import type { Choices, FileAnswer, Listed, Me, Page, PageEntry, Person, Publication } from './types';

/** Reading: the keys of the cache are the calls themselves. */
export const config: SWRConfiguration = {
  fetcher: (path: string) => call('GET', path),
  shouldRetryOnError: (error) => error instanceof Unreachable,
  errorRetryInterval: 2000,
  // What others do, in Studio, on disk or by git, is seen soon. A window that nobody looks at asks nothing.
  refreshInterval: 15_000,
  focusThrottleInterval: 1000,
};

export const fileKey = (file: string) => `file?${new URLSearchParams({ file })}`;
const read = <Answer>(key: string | undefined) => useSWR<Answer, Error>(key);

export const useMe = () => read<Me>('me');
export const usePages = () => read<PageEntry[]>('pages');
const pageKey = (site: string, path: string) => `page?${new URLSearchParams({ path, site })}`;
export const usePage = (site: string, path: string) => read<Page>(pageKey(site, path));
/** The first mistakes in any file, which each page tells while they keep it as it was. */
export function useMistakes() {
  const { data: [first] = [] } = usePages();
  return read<Page>(first && pageKey(first.site, first.path)).data?.held ?? [];
}
export const useSavedFile = (file: string | undefined) => read<FileAnswer>(file && fileKey(file));
export const useChanges = () => read<Listed[]>('changes');
export const useHistory = () => read<Publication[]>('history');
export const usePeople = () => read<Person[]>('people');
export const useChoices = (site: string) => read<Choices>(`choices?${new URLSearchParams({ site })}`);
/** A JSON schema: it is of the program, and stays as it is. */
export const useSchema = (name: string | undefined) => useSWRImmutable<object, Error>(name && `schemas/${name}`).data;
