import type { PageData, Site } from '../content/types.gen';
import { ask, isAsking } from './ask';
import { keepChoice, readChoice, refusesAll } from './choice';
import { allowScripts } from './load-script';
import { cookiesOf, count, countEarly, countSent, start } from './services';

/** Starts what the site of the document has of others, when the page is quiet. */
export function begin(): void {
  const { site } = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PageData;
  allowScripts((site.services ?? []).map(({ script }) => script));
  followForms();
  followPages();
  // The button at the end of a page: layout/ConsentButton.tsx.
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-consent]')) void question(site, true);
  });
  whenQuiet(() => {
    const choice = site.asks && readChoice(site);
    startAll(site, choice);
    countEarly();
    // Who has said no to everybody is not asked, nor is who has the question before them already.
    if (choice === undefined && !refusesAll() && !isAsking()) void question(site, false);
  });
}

function startAll({ services = [] }: Site, agreed?: boolean): void {
  for (const service of services) if (!service.consent || agreed) start(service);
}

async function question(site: Site, wanted: boolean): Promise<void> {
  if (!site.asks) return;
  const before = readChoice(site);
  const agreed = await ask(site.asks, wanted);
  if (agreed === undefined) return;
  keepChoice(site, agreed);
  if (agreed) startAll(site, agreed);
  else if (before) forget();
}

/** Takes a consent back: cookies go, and a new document ends what runs. */
function forget(): void {
  const domains = location.hostname.split('.').map((_, at, parts) => parts.slice(at).join('.'));
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (!cookiesOf.test(name)) continue;
    for (const domain of ['', ...domains.map((of) => `; Domain=${of}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
  location.reload();
}

/** Counts the page of the document, and each one that takes its place: see routes/use-document-head.ts. */
function followPages(): void {
  let path = location.pathname;
  let url = location.href.replace(/#.*/, '');
  count({ url, title: document.title, referrer: document.referrer });
  document.addEventListener('page-shown', (event) => {
    const shown = new URL((event as CustomEvent<string>).detail, url);
    if (shown.pathname === path) return;
    path = shown.pathname;
    // The address may be that of the next page by now.
    if (path === location.pathname) shown.search = location.search;
    const referrer = url;
    url = shown.href;
    count({ url, title: document.title, referrer });
  });
}

/** Counts forms that were sent: see forms/drafts.ts, and the address of the page that thanks where no script sent it. */
function followForms(): void {
  document.addEventListener('form-sent', (event) => countSent(...(event as CustomEvent<[string, string]>).detail));
  const { pathname, search, hash } = location;
  const form = /^\?sent=([a-z0-9-]+)$/.exec(search)?.[1];
  if (!form) return;
  // Loaded again, the page has been counted, and the address that is handed on tells nothing.
  history.replaceState(history.state, '', pathname + hash);
  countSent(form);
}

/** Calls back when the document has all that it needs and the browser nothing else to do. */
function whenQuiet(run: () => void): void {
  const idle = () =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(run, { timeout: 4_000 }) : setTimeout(run, 1_000);
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
}
