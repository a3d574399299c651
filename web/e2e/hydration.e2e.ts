import { expect, hydrated, type Page, ready, test } from './marquee.ts';

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
    await hydrated(page);
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

test('what takes the page over is asked for after the first paint, and blocks nothing', async ({ page }) => {
  await ready(page, '/');
  const { paint, scripts } = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    scripts: (
      performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus: string })[]
    )
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime, renderBlockingStatus }) => ({ name, startTime, renderBlockingStatus })),
  }));
  expect(scripts.map(({ renderBlockingStatus }) => renderBlockingStatus)).toEqual(scripts.map(() => 'non-blocking'));
  expect(scripts.find(({ name }) => client.test(name))?.startTime).toBeGreaterThan(paint);
});

for (const [touch, act] of [
  ['pointer', (page: Page) => page.mouse.down()],
  ['key', (page: Page) => page.keyboard.press('Tab')],
] as const) {
  test(`the first ${touch} starts the script of a page that never gets idle`, async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/about');
    // Everything that comes by itself is there.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(asked.filter((url) => client.test(url))).toEqual([]);
    await act(page);
    await hydrated(page);
  });
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
  await start();
  await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled', 'true');
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
});
