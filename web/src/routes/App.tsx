import { type ReactNode, useEffect, useState } from 'react';
import { type Cache, type State, SWRConfig } from 'swr';
import { PageCache } from '../content/page-cache';
import { pageKey } from '../content/page-data';
import { swrConfig } from '../content/swr-config';
import type { PageData } from '../content/types.gen';
import { Toaster } from '../ui/Toaster';
import { PageRoute } from './PageRoute';

interface Props {
  /** The data that came with the document. */
  initial: PageData;
}

/** The data of the document is the first entry of the cache, so that nothing is fetched at first. The server has none. */
function cacheOf(data: PageData): PageCache<State<PageData>> {
  const cache = new PageCache<State<PageData>>(() => performance.now());
  return import.meta.env.SSR ? cache : cache.set(pageKey(window.location.pathname), { data });
}

/** The whole client. */
export function App({ initial }: Props) {
  const [cache] = useState(() => cacheOf(initial));
  // For tests in a browser: from now on a click is answered by the client.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
  }, []);
  const { labels } = initial.site;
  return (
    <Fetching cache={cache}>
      <PageRoute initial={initial} cache={cache} />
      <Toaster label={labels.notifications} closeLabel={labels.closeNotification} />
    </Fetching>
  );
}

interface FetchingProps {
  cache: PageCache<State<PageData>>;
  children: ReactNode;
}

function ClientFetching({ cache, children }: FetchingProps) {
  const [config] = useState(() => ({ ...swrConfig(), provider: () => cache as Cache<PageData> }));
  return <SWRConfig value={config}>{children}</SWRConfig>;
}

/** The server fetches nothing. */
const Fetching = import.meta.env.SSR ? ({ children }: FetchingProps) => children : ClientFetching;
