import type { SWRConfiguration } from 'swr';
import { fetchPage } from './fetch-page';
import { PageError } from './page-error';

const retries = 3;
const firstDelay = 1_000;
const longestDelay = 30_000;

/** How data is fetched: three retries with a delay that doubles, again on focus and on reconnect (SPEC section 7). */
export const swrConfig: SWRConfiguration = {
  fetcher: fetchPage,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  revalidateIfStale: false,
  // SWR counts attempts from 1: the count is the number of the retry that would come next.
  onErrorRetry(error: unknown, _key, _config, revalidate, { retryCount }) {
    const refused = error instanceof PageError && error.isRefusal;
    if (refused || retryCount > retries) {
      if (error instanceof PageError) error.final = true;
      return;
    }
    setTimeout(() => revalidate({ retryCount }), Math.min(firstDelay * 2 ** (retryCount - 1), longestDelay));
  },
};
