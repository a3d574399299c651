import { useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { fetchPage } from './fetch-page';
import { pageKey } from './page-data';

/**
 * Handlers that fetch a page as soon as a visitor seems to want it. The data
 * goes to the cache, where it is dropped again when the visitor never comes;
 * SWR's own preload would keep it, however old, until it is used.
 */
export function usePrefetch(href: string) {
  const { cache, mutate } = useSWRConfig();
  return useMemo(() => {
    const start = () => {
      const key = pageKey(pathOf(href));
      if (cache.get(key)?.data) return;
      fetchPage(key).then(
        (data) => mutate(key, data, { revalidate: false }),
        // A guess that failed is nobody's loss: the click asks again, and reports.
        () => undefined,
      );
    };
    return { onMouseEnter: start, onFocus: start, onTouchStart: start };
  }, [href, cache, mutate]);
}

function pathOf(href: string): string {
  return href.replace(/[?#].*$/, '');
}
