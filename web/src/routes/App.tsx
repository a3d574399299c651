import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
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
  /** Whether that may have changed since. */
  stale?: boolean;
  /** Called when the client answers clicks. */
  onHydrated?: () => void;
}

/** The whole client. The data of the document is the first entry of the cache, so that nothing is fetched at first. */
export function App({ initial, stale, onHydrated }: Props) {
  const { pathname } = useLocation();
  const [cache] = useState(() => new PageCache<State<PageData>>().set(pageKey(pathname), { data: initial }));
  // For the rules of speculation, and for tests in a browser: from now on a click is answered by the client.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
    onHydrated?.();
  }, [onHydrated]);
  const { labels } = initial.site;
  return (
    <Fetching cache={cache}>
      <PageRoute cache={cache} initial={initial} stale={stale} />
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
