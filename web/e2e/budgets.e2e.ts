import type { Request, TestInfo } from '@playwright/test';
import { expect, hydrated, type Page, routes, test } from './marquee.ts';

// What a first visit may cost, as bytes on the way: bodies as they are sent, in Brotli. Headers come on top. Measured on
// the shipped content, as visitors have it. From nine tenths of a limit on, a test warns.

const limits: Record<string, number> = { document: 15_000, stylesheet: 15_000, script: 113_000, font: 60_000 };
const limitsWithForm = { ...limits, script: 122_000 };
/** Before anybody wants more than to read: the script, and everything but photographs; more where there is a form. */
const before = { script: 3_000, all: 100_000, allWithForm: 190_000, requests: 9, requestsWithForm: 19 };

/** Expects a figure within its limit, and warns when little room is left. */
function within(figure: number, limit: number, what: string, info: TestInfo): void {
  expect.soft(figure, what).toBeLessThanOrEqual(limit);
  if (figure > 0.9 * limit) {
    const description = `${info.title}: ${what}: ${figure} of ${limit}`;
    info.annotations.push({ type: 'warning', description });
    console.warn(`warning: ${description}`);
  }
}

async function bytesByType(requests: Request[]): Promise<Record<string, number>> {
  await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
  const bytes: Record<string, number> = {};
  for (const request of requests) {
    const type = request.resourceType();
    bytes[type] = (bytes[type] ?? 0) + (await request.sizes()).responseBodySize;
  }
  return bytes;
}

/** Everything that a page loads by itself, then what it loads once it is wanted, and bytes by type. */
async function firstLoad(page: Page, route: string) {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(route);
  const withForm = (await page.locator('form').count()) > 0;
  // Forms get ready to notify.
  if (withForm)
    await page.waitForFunction(() => document.querySelector('section[aria-label*="Notifications"]') !== null);
  const first = [...requests];
  const alone = await bytesByType(first);
  await hydrated(page);
  const bytes = await bytesByType(requests);
  // Not every browser asks for it at once.
  const icon = await page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '');
  const addresses = new Set([icon, ...first.map((request) => request.url())].filter((url) => url.startsWith('http')));
  return { requests, withForm, alone, bytes, addresses };
}

/** One page of each template, brand and kind of form; the others are for `make audit`. */
const usual = ['/', '/contact', '/privacy-policy', '/products', '/websites/business/connect', '/websites/creative'];

for (const route of routes) {
  const tag = usual.includes(route) ? [] : '@audit';
  test(`${route} keeps within what a first visit may cost`, { tag }, async ({ page, shipped }, info) => {
    const { requests, withForm, alone, bytes, addresses } = await firstLoad(page, shipped.url + route);
    const all = Object.values(alone).reduce((sum, each) => sum + each, 0);
    if (!withForm) within(alone.script ?? 0, before.script, 'bytes of script before intent', info);
    within(all, withForm ? before.allWithForm : before.all, 'bytes before intent', info);
    for (const [type, limit] of Object.entries(withForm ? limitsWithForm : limits)) {
      expect(bytes[type], `bytes of ${type}`).toBeGreaterThan(0);
      within(bytes[type] ?? 0, limit, `bytes of ${type}`, info);
    }
    const requestsBefore = withForm ? before.requestsWithForm : before.requests;
    expect.soft(addresses.size, `requests:\n${[...addresses].join('\n')}\n`).toBeLessThanOrEqual(requestsBefore);
    expect.soft(requests.length, 'nothing is asked for twice').toBe(new Set(requests.map((r) => r.url())).size);

    const { blocking, preloaded } = await page.evaluate(() => ({
      blocking: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
        .map(({ name }) => new URL(name).pathname.replace(/.*\./, '')),
      preloaded: Array.from(
        document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]'),
        ({ href }) => href,
      ),
    }));
    expect.soft(blocking, 'what the first paint waits for').toEqual(['css']);
    const fonts = requests.filter((request) => request.resourceType() === 'font').map((request) => request.url());
    expect.soft(fonts, 'fonts are asked for before the stylesheet names them').toEqual(preloaded);

    for (const request of requests.filter((each) => each.url().includes('/assets/'))) {
      const headers = await (await request.response())?.allHeaders();
      expect.soft(headers?.['cache-control'], request.url()).toBe('public, max-age=31536000, immutable');
      // Fonts and pictures are compressed by themselves, and the rules of speculation are a few bytes.
      if (!/\.(woff2|avif)$|\/speculation-/.test(request.url()))
        expect.soft(headers?.['content-encoding'] ?? 'identity', request.url()).toBe('br');
    }
  });
}

test('a page with a script that blocks is found, so that silence means something', async ({ page }) => {
  await page.route('/about', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('</head>', '<script src="/blocking.js"></script></head>');
    await route.fulfill({ response: answer, body });
  });
  await page.route('/blocking.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '/**/'.repeat(75_000) }),
  );
  const { bytes } = await firstLoad(page, '/about');
  expect(bytes.script).toBeGreaterThan(limits.script ?? 0);
  const status = await page.evaluate(
    () =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
        name.endsWith('/blocking.js'),
      ) as PerformanceResourceTiming & { renderBlockingStatus: string },
  );
  expect(status.renderBlockingStatus).toBe('blocking');
});
