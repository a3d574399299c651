import { expect, type Page, takenOver, test } from './marquee.ts';

// The page can be used before its script is there; what was done until then is not lost.

const client = /\/assets\/client-.*\.js$/;

/** Opens a page whose script waits until the returned function is called. */
async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  await page.route(client, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  // Nothing is painted, and so nobody types, before the stylesheet is there.
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.sheet);
  return async () => {
    expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined();
    gate.dispatchEvent(new Event('open'));
    await takenOver(page);
  };
}

test('what was typed before the script came stays, and can be gone on with', async ({ page }) => {
  const start = await openWithoutScript(page, '/websites/business/connect');
  const form = page.locator('form').filter({ visible: true });
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Subject').selectOption('other');
  await form.getByLabel('Message').fill('Early words');
  await start();
  await form.getByLabel('Name').press('End');
  await form.getByLabel('Name').pressSequentially(' Lovelace');
  await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace');
  await expect(form.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(form.getByLabel('Subject')).toHaveValue('other');
  await expect(form.getByLabel('Message')).toHaveValue('Early words');
});

test('a tab that was chosen before the script came is open after', async ({ page }) => {
  const start = await openWithoutScript(page, '/websites/creative/connect');
  const booking = page.getByRole('tab', { name: 'Book Consultation' });
  await booking.click();
  await start();
  await expect(booking).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('form').filter({ visible: true }).getByLabel('Date')).toBeVisible();
});

test('the menu opens before the script came, stays open, and closes when a link is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const start = await openWithoutScript(page, '/');
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Open menu' }).click();
  const about = bar.getByRole('link', { name: 'About', exact: true }).filter({ visible: true });
  await expect(about).toHaveCount(1);
  await start();
  await expect(bar.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
  await about.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pioneering AI Innovation' })).toBeVisible();
  await expect(about).toHaveCount(0);
});

const scripts = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus: string })[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, renderBlockingStatus }) => ({ name, startTime, renderBlockingStatus })),
  );

test('where a page has a form, what takes it over is asked for after the first paint, and blocks nothing', async ({
  page,
}) => {
  await page.goto('/contact');
  await takenOver(page);
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  );
  const loaded = await scripts(page);
  expect(loaded.map(({ renderBlockingStatus }) => renderBlockingStatus)).toEqual(loaded.map(() => 'non-blocking'));
  expect(loaded.find(({ name }) => client.test(name))?.startTime).toBeGreaterThan(paint);
});

const link = (page: Page) =>
  page.getByRole('navigation').first().getByRole('link', { name: 'Technology', exact: true });

for (const [sign, path, act] of [
  ['pointer over a link', '/about', (page: Page) => link(page).hover()],
  ['key', '/about', (page: Page) => page.keyboard.press('Tab')],
  ['connection that is back', '/about', (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))],
  ['pointer on a page that never gets idle', '/contact', (page: Page) => page.getByLabel('Name').click()],
] as const) {
  test(`a ${sign} starts the application`, async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(path);
    // Reading is no sign: not the pointer over words, nor a scroll.
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(() => window.scrollY > 0);
    expect(asked.filter((url) => client.test(url))).toEqual([]);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await act(page);
    await takenOver(page);
  });
}

test('the next click after the start stays in the document, and what was pointed at is there', async ({ page }) => {
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await link(page).hover();
  await takenOver(page);
  await expect.poll(() => asked.filter((url) => url.includes('/api/pages?path=/technology')).length).toBe(1);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await link(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cutting-Edge Technology' })).toBeVisible();
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true);
});

test('a tab that comes back starts the application, which asks whether the page is still as it is', async ({
  page,
  marquee,
}) => {
  await page.goto('/about');
  marquee.edit('main/pages/about.yaml', 'Pioneering AI Innovation', 'Pioneering in silence');
  try {
    await expect.poll(async () => (await page.request.get('/about')).text()).toContain('Pioneering in silence');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('heading', { level: 1, name: 'Pioneering in silence' })).toBeVisible();
  } finally {
    marquee.edit('main/pages/about.yaml', 'Pioneering in silence', 'Pioneering AI Innovation');
  }
});

test('a tooltip opens on the very first hover after its delay, and can be pointed at', async ({ page }) => {
  await openWithoutScript(page, '/');
  const hint = page.getByRole('tooltip').filter({ visible: true });
  await page.getByRole('contentinfo').getByText('Careers').hover();
  await expect(hint).toHaveText('Not available yet');
  await hint.hover();
  await page.mouse.move(...(await middleOf(hint)));
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
});

async function middleOf(of: ReturnType<Page['locator']>): Promise<[number, number]> {
  const box = await of.boundingBox();
  if (!box) throw new Error('it is not shown');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('a link that was clicked before the script came leads on', async ({ page, marquee }) => {
  // Who looks into a document whose styles are not there yet, as this test does, ends a transition between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWithoutScript(page, '/');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Technology', exact: true }).click();
  await expect(page).toHaveURL(`${marquee.url}/technology`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cutting-Edge Technology' })).toBeVisible();
});

test('the focus and the place in a field stay where they were', async ({ page }) => {
  const start = await openWithoutScript(page, '/contact');
  const message = page.getByLabel('Message');
  await message.fill('Early words');
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5));
  await start();
  await expect(message).toBeFocused();
  await page.keyboard.type(', few');
  await expect(message).toHaveValue('Early, few words');
});

test('where the reader scrolled to before the script came, the page stays, and its bar follows', async ({ page }) => {
  const start = await openWithoutScript(page, '/');
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  await page.waitForFunction(() => window.scrollY === 900);
  await expect(page.locator('html[data-scrolled]')).toBeAttached();
  await page.keyboard.press('Shift');
  await start();
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
});
