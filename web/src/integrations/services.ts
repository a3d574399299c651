import type { Integration } from '../content/types.gen';
import { loadScript } from './load-script';

/** A page that was shown. */
export interface Shown {
  url: string;
  title: string;
  referrer: string;
}

interface Running {
  /** Counts a page. */
  count(page: Shown): void;
}

type Call = (...args: unknown[]) => void;

/** What the scripts of others find, or leave, in the window. */
interface Others {
  plausible?: Call & { q?: unknown[] };
  goatcounter?: { no_onload?: boolean; endpoint?: string; count?: (of: object) => void };
  umami?: { track(change: (data: object) => object): void };
  _paq?: unknown[][];
  dataLayer?: unknown[];
  $crisp?: unknown[];
  CRISP_WEBSITE_ID?: string;
}

const others = () => window as unknown as Others;

/** Pages that are counted before the script is there, and then. */
function queued(loaded: Promise<void>, count: (page: Shown) => void): Running {
  return { count: (page) => void loaded.then(() => count(page)) };
}

/** How each of the integrations begins; the words are those of their documentation. */
const starters: Record<string, (of: Integration) => Running> = {
  plausible({ script, id, endpoint }) {
    const loaded = loadScript(script, { 'data-domain': id, 'data-api': endpoint });
    return queued(loaded, ({ url }) => others().plausible?.('pageview', { u: url }));
  },

  goatcounter({ script, endpoint }) {
    others().goatcounter = { no_onload: true };
    const loaded = loadScript(script, { 'data-goatcounter': endpoint });
    return queued(loaded, ({ url, title, referrer }) => {
      const { pathname, search } = new URL(url);
      others().goatcounter?.count?.({ path: pathname + search, title, referrer });
    });
  },

  umami({ script, id }) {
    const loaded = loadScript(script, { 'data-website-id': id, 'data-auto-track': 'false' });
    return queued(loaded, ({ url, title, referrer }) =>
      others().umami?.track((data) => ({ ...data, url: new URL(url).pathname + new URL(url).search, title, referrer })),
    );
  },

  matomo({ script, id, endpoint, consent }) {
    const queue: unknown[][] = [];
    others()._paq = queue;
    if (!consent) queue.push(['disableCookies']);
    queue.push(['setTrackerUrl', endpoint], ['setSiteId', id]);
    void loadScript(script);
    return {
      count({ url, title, referrer }) {
        // The script puts something else that takes calls in the place of the queue.
        const now = others()._paq;
        now?.push(['setCustomUrl', url], ['setDocumentTitle', title], ['setReferrerUrl', referrer], ['trackPageView']);
      },
    };
  },

  ga4({ script, id }) {
    const layer: unknown[] = [];
    others().dataLayer = layer;
    // Google tells calls apart by their being arguments objects, and takes no arrays.
    function gtag(..._: unknown[]) {
      // biome-ignore lint/complexity/noArguments: see above
      layer.push(arguments);
    }
    gtag('js', new Date());
    gtag('config', id, { send_page_view: false });
    void loadScript(script);
    return {
      count: ({ url, title, referrer }) =>
        gtag('event', 'page_view', { page_location: url, page_title: title, page_referrer: referrer }),
    };
  },

  crisp({ script, id }) {
    others().$crisp = [];
    others().CRISP_WEBSITE_ID = id;
    void loadScript(script);
    return { count: () => undefined };
  },
};

const running: Running[] = [];
let last: Shown | undefined;

/** Starts an integration, and has it count the page that is shown. */
export function start(of: Integration): void {
  const service = starters[of.name]?.(of);
  if (!service) return;
  running.push(service);
  if (last) service.count(last);
}

/** Has all of them count a page. */
export function count(page: Shown): void {
  last = page;
  for (const service of running) service.count(page);
}

/** The names of cookies that integrations leave on the site's own host. */
export const cookiesOf = /^(?:_ga|_pk_|crisp-client)/;
