import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Integration, Site } from '../content/types.gen';
import { site as sample } from '../test-data';

const plausible: Integration = {
  name: 'plausible',
  script: 'https://count.example/js/script.manual.js',
  id: 'bakery.example',
  endpoint: 'https://count.example/api/event',
};
const ga4: Integration = { name: 'ga4', script: 'https://tags.example/gtag/js?id=G-ABCD', id: 'G-ABCD', consent: true };
const asks = {
  title: 'Cookies?',
  text: 'We would like to count visits.',
  accept: 'Agree',
  decline: 'Decline',
  change: 'Cookie settings',
};

let site: Site;
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);
async function begin(of: Partial<Site>) {
  site = { ...sample, id: 'bakery', path: '/', ...of };
  // What is started lives as long as its module, as it does in a document.
  vi.resetModules();
  document.getElementById('page-data')?.remove();
  const data = Object.assign(document.createElement('script'), { id: 'page-data', type: 'application/json' });
  data.textContent = JSON.stringify({ site });
  document.body.append(data);
  (await import('./begin')).begin();
}

// Each test begins anew in the same window: what earlier ones listen for is taken away.
const listening: [string, EventListener][] = [];
beforeEach(() => {
  const listen = document.addEventListener.bind(document);
  vi.spyOn(document, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    if (['click', 'form-sent', 'page-shown'].includes(type)) listening.push([type, listener as EventListener]);
    listen(type, listener as EventListener);
  });
  // The browser is idle at once.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  document.head.innerHTML = '<title>First</title>';
  // Scripts are not run here: that they came is enough.
  const { happyDOM } = window as unknown as { happyDOM: { settings: object } };
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true });
  history.replaceState(null, '', '/first?utm_source=mail');
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [type, listener] of listening.splice(0)) document.removeEventListener(type, listener);
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
  document.cookie = 'consent-bakery=; Max-Age=0; Path=/';
  document.body.replaceChildren();
});

const goTo = (path: string, title: string) => {
  history.pushState(null, '', path);
  document.title = title;
  document.dispatchEvent(new CustomEvent('page-shown', { detail: path.replace(/[?#].*/, '') }));
};

test('each page is counted once, also those that come without a document', async () => {
  const calls: unknown[] = [];
  vi.stubGlobal('plausible', (...args: unknown[]) => calls.push(args));
  await begin({ services: [plausible] });
  expect(scripts()).toEqual([plausible.script]);
  expect(document.head.querySelector('script')?.getAttribute('data-domain')).toBe('bakery.example');
  goTo('/second', 'Second');
  goTo('/second?form=a#top', 'Second');
  goTo('/first', 'First');
  // Neither a page that does not come nor another title is a page that was read.
  history.pushState(null, '', '/broken');
  document.title = 'Unexpected Application Error!';
  await waitFor(() => expect(calls).toHaveLength(3));
  const at = location.origin;
  expect(calls).toEqual([
    ['pageview', { u: `${at}/first?utm_source=mail` }],
    ['pageview', { u: `${at}/second` }],
    ['pageview', { u: `${at}/first` }],
  ]);
  expect(document.cookie).toBe('');
});

test('nothing that needs consent is loaded before there is one, and then it counts the page', async () => {
  await begin({ services: [ga4], asks });
  await screen.findByRole('region', { name: 'Cookies?' });
  expect(scripts()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
  await waitFor(() => expect(scripts()).toEqual([ga4.script]));
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.cookie).toBe('consent-bakery=yes:ga4');
  const layer = (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((call) => Array.from(call));
  expect(layer.filter(([kind]) => kind === 'event')).toEqual([
    [
      'event',
      'page_view',
      { page_location: `${location.origin}/first?utm_source=mail`, page_title: 'First', page_referrer: '' },
    ],
  ]);
});

test('no means no', async () => {
  await begin({ services: [ga4], asks });
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(scripts()).toEqual([]);
  expect(document.cookie).toBe('consent-bakery=no:ga4');
});

test('who has chosen is asked again only when they want to be', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
  document.cookie = 'consent-bakery=no:ga4; Path=/';
  await begin({ services: [ga4], asks });
  expect(screen.queryByRole('region')).toBeNull();
  document.body.append(Object.assign(document.createElement('button'), { id: 'again' }));
  document.getElementById('again')?.setAttribute('data-consent', '');
  document.getElementById('again')?.click();
  const heading = await screen.findByRole('heading', { name: 'Cookies?' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region')).toBeNull();
  expect(document.cookie).toBe('consent-bakery=no:ga4');
});

test('another list of integrations is another question', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
  document.cookie = 'consent-bakery=yes:ga4; Path=/';
  await begin({ services: [ga4, { ...ga4, name: 'crisp', script: 'https://chat.example/l.js' }], asks });
  await screen.findByRole('region', { name: 'Cookies?' });
  expect(scripts()).toEqual([]);
});

test('who has said no to everybody is not asked', async () => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
  await begin({ services: [plausible, ga4], asks });
  await Promise.resolve();
  expect(screen.queryByRole('region')).toBeNull();
  expect(scripts()).toEqual([plausible.script]);
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
});

const sent = (...detail: string[]) => document.dispatchEvent(new CustomEvent('form-sent', { detail }));

test('a form that was sent is counted once, by its id and without what was typed', async () => {
  const calls: unknown[] = [];
  vi.stubGlobal('plausible', (...args: unknown[]) => calls.push(args));
  await begin({ services: [plausible] });
  sent('order', 'K7M3-9QXA');
  sent('order', 'K7M3-9QXA');
  sent('order', 'K7M3-9QXB');
  await waitFor(() => expect(calls).toHaveLength(3));
  const event = ['Form: Submission', { u: `${location.origin}/first?utm_source=mail`, props: { form: 'order' } }];
  expect(calls.slice(1)).toEqual([event, event]);
});

test('each integration has its own words for it', async () => {
  const tracked: object[] = [];
  const counted: object[] = [];
  vi.stubGlobal('plausible', (...args: unknown[]) => tracked.push(args));
  vi.stubGlobal('umami', { track: (change: (data: object) => object) => tracked.push(change({ website: '1' })) });
  const services: Integration[] = [
    { ...plausible, goal: 'Inquiry' },
    { name: 'umami', script: 'https://u.example/script.js', id: '1', goal: 'asked' },
    { name: 'goatcounter', script: 'https://g.example/count.js', id: 'g', endpoint: 'https://g.example/count' },
    { name: 'matomo', script: 'https://m.example/matomo.js', id: '1', endpoint: 'https://m.example/', goal: '3' },
  ];
  await begin({ services });
  (window as unknown as { goatcounter: object }).goatcounter = { count: (of: object) => counted.push(of) };
  sent('order', 'K7M3-9QXA');
  await waitFor(() => expect(tracked).toHaveLength(4));
  const at = '/first?utm_source=mail';
  expect(tracked).toContainEqual(['Inquiry', { u: location.origin + at, props: { form: 'order' } }]);
  const umami = { website: '1', url: at, title: 'First', referrer: '', name: 'asked', data: { form: 'order' } };
  expect(tracked).toContainEqual(umami);
  await waitFor(() => expect(counted).toContainEqual({ path: 'form-sent-order', title: 'order', event: true }));
  expect((window as unknown as { _paq: unknown[] })._paq).toContainEqual(['trackGoal', 3]);
});

test('what waits for consent learns of forms that are sent after it, and of none before', async () => {
  await begin({ services: [ga4], asks });
  sent('order', 'K7M3-9QXA');
  await userEvent.click(await screen.findByRole('button', { name: 'Agree' }));
  sent('callback', 'K7M3-9QXB');
  const layer = (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((call) => Array.from(call));
  const page = { page_location: `${location.origin}/first?utm_source=mail`, page_title: 'First' };
  expect(layer.filter((call) => call[1] === 'generate_lead')).toEqual([
    ['event', 'generate_lead', { form_id: 'callback', ...page }],
  ]);
});

test('the page that thanks counts the form that led there, and not when it is loaded again', async () => {
  const calls: unknown[][] = [];
  vi.stubGlobal('plausible', (...args: unknown[]) => calls.push(args));
  history.replaceState({ idx: 4 }, '', '/thanks?sent=order#top');
  await begin({ services: [plausible] });
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls).toEqual([
    ['pageview', { u: `${location.origin}/thanks` }],
    ['Form: Submission', { u: `${location.origin}/thanks`, props: { form: 'order' } }],
  ]);
  expect(location.href).toBe(`${location.origin}/thanks#top`);
  expect(history.state).toEqual({ idx: 4 });
  await begin({ services: [plausible] });
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[2]?.[0]).toBe('pageview');
});

test('both answers look the same, and the question takes nobody the focus', async () => {
  document.body.innerHTML = '<input id="field">';
  document.getElementById('field')?.focus();
  await begin({ services: [ga4], asks });
  const [decline, accept] = await screen.findAllByRole('button');
  expect(decline?.className).toBe(accept?.className);
  expect(document.activeElement?.id).toBe('field');
});

test('no script is loaded that is none of the integrations', async () => {
  await begin({ services: [plausible] });
  const { loadScript } = await import('./load-script');
  expect(() => loadScript('https://evil.example/x.js')).toThrow('no integration');
});
