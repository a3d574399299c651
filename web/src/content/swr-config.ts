import type { SWRConfiguration } from 'swr';
import { fetchPage } from './fetch-page';
import { PageError } from './page-error';

const retries = 3;
const firstDelay = 1_000;
const longestDelay = 30_000;

/** How data is fetched: three retries, each twice as late, and again on focus and reconnect (SPEC section 7). */
export function swrConfig(): SWRConfiguration {
  // Pages whose visitor was told that they did not arrive. There every further failure is told at once.
  const told = new Set<string>();
  const tell = (error: unknown, key: string) => {
    if (error instanceof PageError) error.final = true;
    told.add(key);
  };
  return {
    fetcher: fetchPage,
    revalidateOnFocus: true,
    revalidateOnReconnect: true,
    revalidateIfStale: false,
    // Offline, SWR makes no further attempt before the connection is back.
    onError(error: unknown, key) {
      if (told.has(key) || !navigator.onLine) tell(error, key);
    },
    onSuccess(_data, key) {
      told.delete(key);
    },
    // SWR counts attempts from 1: the count is the number of the retry that would come next.
    onErrorRetry(error: unknown, key, _config, revalidate, { retryCount }) {
      const refused = error instanceof PageError && error.isRefusal;
      if (refused || retryCount > retries) tell(error, key);
      else setTimeout(() => revalidate({ retryCount }), Math.min(firstDelay * 2 ** (retryCount - 1), longestDelay));
    },
  };
}
