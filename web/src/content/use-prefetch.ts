import { type SyntheticEvent, useMemo } from 'react';
import { useSWRConfig } from 'swr';
import { fetchPage } from './fetch-page';
import { pageKey } from './page-data';

/** How long a link is pointed at, or has the focus, before its page is fetched, in milliseconds. */
export const dwell = 80;

/**
 * Handlers that fetch a page as soon as a visitor seems to want it, unless they save data. The data goes to the cache,
 * where it is dropped again when the visitor never comes; SWR's own preload would keep it, however old, until it is used.
 */
export function usePrefetch(href: string) {
  const { cache, mutate } = useSWRConfig();
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout>;
    const fetchNow = () => {
      const { connection } = navigator as { connection?: { saveData?: boolean } };
      const key = pageKey(pathOf(href));
      if (connection?.saveData || cache.get(key)?.data) return;
      fetchPage(key).then(
        (data) => mutate(key, data, { revalidate: false }),
        // A guess that failed is nobody's loss: the click asks again, and reports.
        () => undefined,
      );
    };
    const stay = ({ currentTarget: link }: SyntheticEvent<Element>) => {
      clearTimeout(timer);
      // Nobody wants the page of a link that is gone.
      timer = setTimeout(() => link.isConnected && fetchNow(), dwell);
    };
    const leave = () => clearTimeout(timer);
    return {
      onMouseEnter: stay,
      onMouseLeave: leave,
      onFocus: stay,
      onBlur: leave,
      onTouchStart: fetchNow,
      // From here on the page is asked for anyway.
      onClickCapture: leave,
    };
  }, [href, cache, mutate]);
}

function pathOf(href: string): string {
  return href.replace(/[?#].*$/, '');
}
