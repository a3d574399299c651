import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import useSWR, { type State } from 'swr';
import type { PageCache } from '../content/page-cache';
import { isNotFound, pageKey } from '../content/page-data';
import type { PageError } from '../content/page-error';
import type { PageData } from '../content/types.gen';
import { loadDocument, loadNewDocument } from './load-document';

/** How a server says that there is no such data: ours, and file servers that hold an export. */
const absent = new Set<number | undefined>([403, 404, 405]);

function mayDoMore({ page }: PageData, document: PageData): boolean {
  return (page.head.policy ?? []).some((permission) => !document.page.head.policy?.includes(permission));
}

interface DisplayedPage {
  data: PageData;
  /** The path whose page is shown. */
  pathname: string;
  /** How often another page was shown since the document came. */
  visit: number;
  /** The page of the address is on its way. */
  pending: boolean;
  /** Why it does not come. */
  failure: PageError | undefined;
  /** Asks for it again. */
  retry: () => Promise<unknown>;
}

/**
 * The page on display. It follows the address as soon as the data of the new
 * page is there; until then the last page stays. What SWR calls
 * keepPreviousData is done here, because address, data and visit change at one
 * moment. The change is no view transition: pictures of both pages would be
 * taken first, which made the new page come three times as late.
 */
function useClientPage(initial: PageData, cache: PageCache<State<PageData>>, stale?: boolean): DisplayedPage {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const [shown, setShown] = useState({ data: initial, pathname, visit: 0 });
  const arrived = shown.pathname === pathname;
  // A not-found page has no data of its own to ask for.
  const key = arrived && isNotFound(shown.data) ? null : pageKey(pathname);
  const { data, error, mutate } = useSWR<PageData, PageError>(key, { revalidateOnMount: stale ?? false });
  // Another site, or this one with a new theme or from a new version of the program: not for this document. Nor is
  // a page that may do more than it, such as play a video: browsers take the policy of a document when they load it.
  const foreign =
    data !== undefined &&
    (data.site.assets.stylesheet !== shown.data.site.assets.stylesheet || mayDoMore(data, initial));
  const missing = data === undefined && error !== undefined && absent.has(error.status);

  useEffect(() => {
    if (key) cache.display(key);
  }, [cache, key]);

  // Only noticed on the way: what somebody is writing here must not be lost for a new look, so its words come alone.
  const outdated = foreign && arrived && !document.querySelector('form');

  useEffect(() => {
    // A new stylesheet, new scripts and the status of a missing page are the browser's business.
    if (missing || (foreign && !arrived)) (type === 'POP' ? loadDocument : loadNewDocument)();
    else if (outdated) loadDocument();
    else if (data && !arrived) setShown(({ visit }) => ({ data, pathname, visit: visit + 1 }));
  }, [data, foreign, outdated, missing, arrived, pathname, type]);

  const failure = data === undefined && !arrived && !missing && error?.final ? error : undefined;
  return {
    data: arrived && data && !outdated ? data : shown.data,
    pathname: shown.pathname,
    visit: shown.visit,
    pending: !arrived && failure === undefined,
    failure,
    retry: () => mutate(),
  };
}

const never = () => Promise.reject(new Error('the server asks for no page again'));

/** On the server it is always the page that was asked for. */
function useServerPage(initial: PageData): DisplayedPage {
  const { pathname } = useLocation();
  return { data: initial, pathname, visit: 0, pending: false, failure: undefined, retry: never };
}

export const useDisplayedPage = import.meta.env.SSR ? useServerPage : useClientPage;
