import { useEffect, useState } from 'react';
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
}

/**
 * The server draws one page after another in the same machine. SWR remembers each
 * cache it was given for as long as that machine lives, so there they share one.
 */
const served = import.meta.env.SSR ? new PageCache<State<PageData>>() : undefined;

const clock = typeof performance === 'undefined' ? undefined : () => performance.now();

/** The whole client. The data of the document is the first entry of the cache, so that nothing is fetched at first. */
export function App({ initial }: Props) {
  const { pathname } = useLocation();
  const [cache] = useState(() => {
    served?.clear();
    return (served ?? new PageCache<State<PageData>>(clock)).set(pageKey(pathname), { data: initial });
  });
  const [config] = useState(() => ({ ...swrConfig(), provider: () => cache as Cache<PageData> }));
  // For tests in a browser: from now on a click is answered by the client.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
  }, []);
  const { labels } = initial.site;
  return (
    <SWRConfig value={config}>
      <PageRoute initial={initial} cache={cache} />
      <Toaster label={labels.notifications} closeLabel={labels.closeNotification} />
    </SWRConfig>
  );
}
