import { expect, type Page, ready, routes, test } from './marquee.ts';

/** How far things jumped about while the page came to be (Cumulative Layout Shift). */
function shift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Entries that were buffered are delivered before the next frame but one.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}

/**
 * Expects that a page stands still. On a busy machine its fonts may come after its first frame, which can take a line
 * from a paragraph; then it is loaded again, when they are in the cache. What jumps by itself jumps each time.
 */
async function still(page: Page, route: string): Promise<void> {
  let jumped = Number.POSITIVE_INFINITY;
  for (let visit = 1; visit <= 3 && jumped >= 0.01; visit++) {
    await ready(page, route);
    await page.evaluate(() => document.fonts.ready);
    jumped = Math.min(jumped, await shift(page));
  }
  expect.soft(jumped, `${route} jumps`).toBeLessThan(0.01);
}

test('every page fits 320 pixels and stands still while its script starts', async ({ page, consoleWatch }) => {
  consoleWatch.expect(/Oops! Page not found/);
  consoleWatch.expect(/status of 404/);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const route of [...routes, '/no/such/page']) {
    await still(page, route);
    const { content, window } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      window: document.documentElement.clientWidth,
    }));
    expect.soft(content, `${route} is wider than the window`).toBeLessThanOrEqual(window);
  }
});

for (const route of ['/', '/websites/business', '/websites/creative']) {
  test(`${route} stands still on a wide screen, before its fonts are there and after`, async ({ page }) => {
    await page.route(/\.woff2$/, async (route) => {
      // Late on purpose: the page is drawn with the fallback font first.
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await ready(page, route);
    await page.evaluate(() => document.fonts.ready);
    expect(await shift(page)).toBeLessThan(0.01);
  });
}

test('in print a legal page is its text, without bars', async ({ page }) => {
  await ready(page, '/privacy-policy');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Who We Are' })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
});

test('in forced colours the chosen tab differs from the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await ready(page, '/websites/business/connect');
  const decoration = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).textDecorationLine);
  expect(await decoration('General Inquiry')).toBe('underline');
  expect(await decoration('Book Consultation')).toBe('none');
});

test('at four times the size the menu can be scrolled to its end', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 200 });
  await ready(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation').first();
  const { bottom, height } = await menu.evaluate((element) => ({
    bottom: element.getBoundingClientRect().bottom,
    height: window.innerHeight,
  }));
  expect(bottom).toBeLessThanOrEqual(height);
  const last = menu.getByRole('link').last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
});
