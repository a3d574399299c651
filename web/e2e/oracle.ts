import type { Browser, BrowserContextOptions } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { expect, hydrated, type Page, test as withServers } from './marquee.ts';

/** In a browser that keeps the pages that one comes back to, as those of visitors do. */
export const test = withServers.extend<object, { browser: Browser }>({
  browser: [
    async ({ playwright, launchOptions }, use) => {
      const ignoreDefaultArgs = ['--disable-back-forward-cache'];
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        executablePath: findBrowser(),
        ignoreDefaultArgs,
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * Does the same steps without script and with it, and expects that they come to the same: the browser alone says how a
 * page behaves. The steps give what is compared, such as what is seen; a test says besides what that should be. They
 * begin on a page that the client has taken over, where there is one.
 */
export async function asWithoutScript<T>(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  steps: (page: Page, script: boolean) => Promise<T>,
): Promise<T> {
  const came = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({ ...options, javaScriptEnabled });
    try {
      const page = await context.newPage();
      await page.goto(address);
      if (javaScriptEnabled) await hydrated(page);
      return await steps(page, javaScriptEnabled);
    } finally {
      await context.close();
    }
  };
  const without = await came(false);
  expect<unknown>(await came(true), 'with script, and without').toEqual(without);
  return without;
}

/** What a visitor can tell of a page: where it is, how far it is scrolled, what has the focus, and what is in sight. */
export function seen(page: Page) {
  return page.evaluate(() => {
    const nameOf = (element: Element | null) =>
      `${element?.localName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40)}`;
    // What needs a script is not there without one.
    const things = document.querySelectorAll(
      ':is(h1, h2, h3, p, a, button, summary, input, textarea, select):not([data-scheme-switch], [data-consent])',
    );
    const inSight = Array.from(things).filter((thing) => {
      const { x, y, width, height } = thing.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return width > 1 && above !== null && (thing.contains(above) || above.contains(thing));
    });
    return {
      address: location.pathname + location.search + location.hash,
      scrolled: Math.round(scrollY),
      focus: document.activeElement === document.body ? 'nothing' : nameOf(document.activeElement),
      steps: history.length,
      inSight: inSight.map(nameOf),
    };
  });
}
