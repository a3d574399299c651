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
  /** Counts a form that was sent, by its id alone: nothing of what was typed. */
  sent?(form: string, page: Shown): void;
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

/** What is counted before the script is there, and then. */
function queued(loaded: Promise<void>, { count, sent }: Running): Running {
  return {
    count: (page) => void loaded.then(() => count(page)),
    sent: (form, page) => void loaded.then(() => sent?.(form, page)),
  };
}

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

/** How each of the integrations begins; the words are those of their documentation. */
const starters: Record<string, (of: Integration) => Running> = {
  plausible({ script, id, endpoint, goal = 'Form: Submission' }) {
    const loaded = loadScript(script, { 'data-domain': id, 'data-api': endpoint });
    return queued(loaded, {
      count: ({ url }) => others().plausible?.('pageview', { u: url }),
      sent: (form, { url }) => others().plausible?.(goal, { u: url, props: { form } }),
    });
  },

  goatcounter({ script, endpoint }) {
    others().goatcounter = { no_onload: true };
    const loaded = loadScript(script, { 'data-goatcounter': endpoint });
    return queued(loaded, {
      count: ({ url, title, referrer }) => others().goatcounter?.count?.({ path: pathOf(url), title, referrer }),
      sent: (form) => others().goatcounter?.count?.({ path: `form-sent-${form}`, title: form, event: true }),
    });
  },

  umami({ script, id, goal = 'form-sent' }) {
    const loaded = loadScript(script, { 'data-website-id': id, 'data-auto-track': 'false' });
    const track = ({ url, title, referrer }: Shown, more?: object) =>
      others().umami?.track((data) => ({ ...data, url: pathOf(url), title, referrer, ...more }));
    return queued(loaded, { count: track, sent: (form, page) => track(page, { name: goal, data: { form } }) });
  },

  matomo({ script, id, endpoint, consent, goal }) {
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
      sent: (form) => others()._paq?.push(goal ? ['trackGoal', Number(goal)] : ['trackEvent', 'Form', 'Sent', form]),
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
      sent: (form, { url, title }) =>
        gtag('event', 'generate_lead', { form_id: form, page_location: url, page_title: title }),
    };
  },

  crisp({ script, id }) {
    others().$crisp = [];
    others().CRISP_WEBSITE_ID = id;
    void loadScript(script);
    return { count: () => undefined };
  },
};

const running = new Map<string, Running>();
let last: Shown | undefined;

/** Starts an integration that does not run yet, and has it count the page that is shown. */
export function start(of: Integration): void {
  const service = running.has(of.name) ? undefined : starters[of.name]?.(of);
  if (!service) return;
  running.set(of.name, service);
  if (last) service.count(last);
}

/** Has all of them count a page. */
export function count(page: Shown): void {
  last = page;
  for (const service of running.values()) service.count(page);
}

const counted = new Set<string>();
let early: string[] | undefined = [];

/**
 * Has all that run count a form that was sent, once for each reference. Whoever begins later, because a visitor agrees
 * later, does not learn of it.
 */
export function countSent(form: string, reference?: string): void {
  if (reference && counted.has(reference)) return;
  if (reference) counted.add(reference);
  if (early) early.push(form);
  else if (last) for (const service of running.values()) service.sent?.(form, last);
}

/** Counts what was sent before the integrations began. */
export function countEarly(): void {
  const forms = early ?? [];
  early = undefined;
  for (const form of forms) countSent(form);
}

/** The names of cookies that integrations leave on the site's own host. */
export const cookiesOf = /^(?:_ga|_pk_|crisp-client)/;
