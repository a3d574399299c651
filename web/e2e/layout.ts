import { expect, type Page, ready } from './marquee.ts';

/** How far things jumped about while the page came to be (Cumulative Layout Shift). */
export function shift(page: Page): Promise<number> {
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
 * Opens a page as ready does, and expects that it stands still. On a busy machine its fonts may come after its first
 * frame, which can take a line from a paragraph; then it is loaded again, when they are in the cache. What jumps by
 * itself jumps each time.
 */
export async function readyAndStill(page: Page, path: string): Promise<number | undefined> {
  let status: number | undefined;
  let jumped = Number.POSITIVE_INFINITY;
  for (let visit = 1; visit <= 3 && jumped >= 0.01; visit++) {
    status = await ready(page, path);
    await page.evaluate(() => document.fonts.ready);
    jumped = Math.min(jumped, await shift(page));
  }
  expect.soft(jumped, `${path} jumps`).toBeLessThan(0.01);
  return status;
}

/** Expects that nothing of a page is wider than the window. */
export async function expectToFit(page: Page, path: string): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect.soft(content, `${path} is wider than the window`).toBeLessThanOrEqual(window);
}
