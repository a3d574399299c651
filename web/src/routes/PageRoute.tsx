import type { State } from 'swr';
import type { PageCache } from '../content/page-cache';
import { SiteProvider } from '../content/site-context';
import type { PageData } from '../content/types.gen';
import { Template } from '../templates/Template';
import { SpriteProvider } from '../ui/Icon';
import { ErrorScreen } from './ErrorScreen';
import { NavigationStatus } from './NavigationStatus';
import { PageErrorBoundary } from './PageErrorBoundary';
import { useArrival } from './use-arrival';
import { useDisplayedPage } from './use-displayed-page';
import { useDocumentHead } from './use-document-head';

interface Props {
  initial: PageData;
  cache: PageCache<State<PageData>>;
  stale?: boolean;
}

/** Every address of every site: the page that the address names, or the last one while that is on its way. */
export function PageRoute({ initial, cache, stale }: Props) {
  const { data, pathname, visit, pending, failure, retry } = useDisplayedPage(initial, cache, stale);
  useArrival(pathname, failure !== undefined);
  useDocumentHead(data, visit > 0 || data !== initial);
  return (
    <SiteProvider value={data.site}>
      <SpriteProvider value={data.site.assets.sprite}>
        <NavigationStatus pending={pending} announcement={visit > 0 ? data.page.head.title : ''} />
        {failure ? (
          <ErrorScreen site={data.site} error={failure} onRetry={retry} />
        ) : (
          <PageErrorBoundary key={visit} site={data.site}>
            <Template page={data.page} />
          </PageErrorBoundary>
        )}
      </SpriteProvider>
    </SiteProvider>
  );
}
