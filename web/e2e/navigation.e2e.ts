import type { Locator } from '@playwright/test';
import { expect, hydrated, type Page, ready, test } from './marquee.ts';

/** Marks the document, to tell later whether it is still the same one. */
async function mark(page: Page) {
  await page.evaluate(() => {
    document.documentElement.dataset.marked = 'true';
  });
}
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset.marked === 'true');

test('a link inside the site swaps the page without a new document', async ({ page, marquee }) => {
  await ready(page, '/');
  await mark(page);
  await page.getByRole('navigation').first().getByRole('link', { name: 'Technology', exact: true }).click();
  await expect(page).toHaveURL(`${marquee.url}/technology`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cutting-Edge Technology' })).toBeVisible();
  await expect(page).toHaveTitle(/Technology/);
  expect(await isMarked(page)).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/technology$/);
  await expect(page.locator('[aria-live="polite"]', { hasText: /Technology/ })).toHaveCount(1);
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('the second click of a double click adds no entry to the history', async ({ page }) => {
  await ready(page, '/');
  const link = page.getByRole('navigation').first().getByRole('link', { name: 'Technology', exact: true });
  const added = await link.evaluate(async (element: HTMLElement) => {
    const before = history.length;
    element.click();
    // As on a slow phone: the second click comes before the browser has done anything else.
    await Promise.resolve();
    element.click();
    return history.length - before;
  });
  expect(added).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Cutting-Edge Technology' })).toBeVisible();
});

test('pointing at a link fetches its page before the click', async ({ page }) => {
  await ready(page, '/');
  const fetched = page.waitForRequest(/\/api\/pages\?path=(\/|%2F)technology/);
  await page.getByRole('navigation').first().getByRole('link', { name: 'Technology', exact: true }).hover();
  await fetched;
});

for (const [intent, announce] of [
  ['pointed at', (link: Locator) => link.hover()],
  ['reached by the keyboard', (link: Locator) => link.focus()],
  ['touched', (link: Locator) => link.dispatchEvent('touchstart')],
] as const) {
  test(`a page that was ${intent} is there before the click`, async ({ page }) => {
    await ready(page, '/');
    const link = page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true });
    const data = page.waitForResponse(/\/api\/pages\?path=(\/|%2F)contact/);
    await announce(link);
    await (await data).finished();
    // Whatever would still be asked for fails, and says so on the console.
    await page.route(/\/api\/|\/assets\/(?!ToastRegion).*\.js$/, (route) => route.abort());
    await link.click();
    await expect(page.getByRole('main').getByRole('button', { name: /send/i })).toBeVisible();
    await expect(page).toHaveURL(/\/contact$/);
  });
}

test('going back restores where the reader was', async ({ page }) => {
  await ready(page, '/products');
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
  await page.waitForFunction(() => window.scrollY >= 690);
  const link = page.locator('main').getByRole('link', { name: 'Learn More' }).filter({ visible: true });
  const target = link.and(page.locator('[href="/fixit-ai"]'));
  await target.evaluate((element: HTMLElement) => element.click());
  await expect(page).toHaveURL(/fixit-ai/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/products/);
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBeGreaterThan(600);
});

test('an anchor of another page is scrolled to', async ({ page }) => {
  await ready(page, '/products');
  await page.getByRole('link', { name: 'Learn More' }).and(page.locator('[href="/#products"]')).click();
  await expect(page).toHaveURL(/\/#products$/);
  await expect(page.locator('#products')).toBeInViewport();
});

test('the second button of the home page shows the preview', async ({ page }) => {
  await ready(page, '/');
  await page.getByRole('link', { name: /in Action/ }).click();
  await expect(page.locator('#preview')).toBeInViewport();
});

test('a look, with its sheet for a section and its drawing, is loaded by its own site and by no other', async ({
  page,
  marquee,
}) => {
  const eyebrow = page.locator('[data-section="hero"] [data-slot="eyebrow"]');
  const step = page.locator('[data-section="steps"] [data-slot="icon"]').first();
  await ready(page, '/websites/business/services/ecommerce');
  await expect(eyebrow).toHaveCSS('text-transform', 'none');
  await expect(step).not.toHaveCSS('border-top-left-radius', '0px');

  await page.getByRole('link', { name: 'Part of Evenlight' }).click();
  await expect(page).toHaveURL(`${marquee.url}/`);
  await expect(eyebrow).toHaveCSS('text-transform', 'uppercase');

  await ready(page, '/fixit-ai');
  await expect(step).toHaveCSS('border-top-left-radius', '0px');
  // A part of a drawing that was not loaded has no size.
  const part = page.locator('[data-section="tiles"] use[data-part="car"]');
  await part.scrollIntoViewIfNeeded();
  await expect.poll(() => part.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(50);
});

test('the bar changes when the page is scrolled more than 20 pixels', async ({ page }) => {
  await ready(page, '/');
  const bar = page.getByRole('banner');
  const look = () =>
    bar.evaluate((element) => {
      const style = getComputedStyle(element);
      return { position: style.position, border: style.borderBottomColor, background: style.backgroundColor };
    });
  const top = await look();
  expect(top.position).toBe('fixed');
  await page.evaluate(() => window.scrollTo({ top: 20, behavior: 'instant' }));
  await page.waitForFunction(() => window.scrollY === 20);
  expect((await look()).background).toBe(top.background);
  await page.evaluate(() => window.scrollTo({ top: 21, behavior: 'instant' }));
  await expect.poll(async () => (await look()).background).not.toBe(top.background);
  await expect.poll(async () => (await look()).border).not.toBe(top.border);
});

test('the menu of a narrow screen closes when a link is chosen, and on Escape', async ({ page, marquee }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await ready(page, '/');
  const bar = page.getByRole('banner');
  const open = bar.getByRole('button', { name: 'Open menu' });
  const about = bar.getByRole('link', { name: 'About', exact: true }).filter({ visible: true });
  await expect(about).toHaveCount(0);
  await open.click();
  await expect(about).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();
  await about.click();
  await expect(page).toHaveURL(`${marquee.url}/about`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pioneering AI Innovation' })).toBeVisible();
  await expect(about).toHaveCount(0);
});

test('the menu of a long bar fills a tablet, too, where that bar is still folded', async ({ page, shipped }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await ready(page, `${shipped.url}/websites/creative`);
  const bar = page.locator('header[data-long]');
  await bar.getByRole('button', { name: 'Open menu' }).click();
  const { y, ...box } = (await bar.getByRole('navigation').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect({ ...box, end: y + box.height }).toEqual({ x: 0, width: 800, height: 700 - y, end: 700 });
});

test('the menu of a narrow screen fills it below the bar; nothing behind it scrolls, is seen or gets the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/websites/business', '/websites/creative']) {
    await ready(page, path);
    const bar = page.getByRole('banner');
    await bar.getByRole('button', { name: 'Open menu' }).click();
    const menu = bar.getByRole('navigation');
    const { y, ...box } = (await menu.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect({ ...box, end: y + box.height }).toEqual({ x: 0, width: 360, height: 740 - y, end: 740 });
    expect(y).toBe((await bar.boundingBox())?.height);
    await page.mouse.move(180, 600);
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0); // for those who hear the page
    const where = new Set<string>();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      where.add(
        await page.evaluate(() => document.activeElement?.closest('header, main, footer')?.localName ?? 'page'),
      );
    }
    expect([...where].filter((place) => place === 'main' || place === 'footer')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('links without a target are drawn but not available, and say so', async ({ page }) => {
  await ready(page, '/');
  const careers = page.getByRole('contentinfo').getByText('Careers');
  await careers.scrollIntoViewIfNeeded();
  const link = page.getByRole('link', { name: 'Careers' });
  await expect(link).toHaveAttribute('aria-disabled', 'true');
  await expect(link).not.toHaveAttribute('href', /.*/);
  const start = Date.now();
  await link.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  expect(Date.now() - start).toBeGreaterThanOrEqual(650);
});

test('the app store opens in a new tab without a way back', async ({ page }) => {
  await ready(page, '/promptify');
  const link = page.getByRole('link', { name: /View in App Store/ });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});

const bar = (page: Page, name: string) => page.getByRole('navigation').first().getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const scrollTo = async (page: Page, top: number) => {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, top);
};
const scrolledTo = (page: Page, top: number) =>
  expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(top);

test('the last link that was clicked wins, and each click is one step back', async ({ page, marquee }) => {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  await page.route(/\/api\/pages\?path=(\/|%2F)technology/, async (route) => {
    await held;
    await route.continue();
  });
  await ready(page, '/');
  const steps = await page.evaluate(() => history.length);
  await bar(page, 'Technology').click();
  await bar(page, 'Technology').click();
  await bar(page, 'About').click();
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  const late = page.waitForResponse(/technology/);
  gate.dispatchEvent(new Event('open'));
  await late;
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  await expect(page).toHaveURL(`${marquee.url}/about`);
  expect(await page.evaluate(() => history.length)).toBe(steps + 2);
  await page.goBack();
  await expect(title(page, 'Cutting-Edge Technology')).toBeVisible();
  await page.goBack();
  await expect(title(page, 'AI, Redefined.')).toBeVisible();
});

test('back and forward restore every position, also after a reload in between', async ({ page }) => {
  await ready(page, '/');
  await scrollTo(page, 900);
  await bar(page, 'Products').click();
  await expect(title(page, 'AI for Real Life')).toBeVisible();
  await scrollTo(page, 500);
  await bar(page, 'Technology').click();
  await expect(title(page, 'Cutting-Edge Technology')).toBeVisible();
  await scrolledTo(page, 0);
  // At once: who goes on while a page scrolls would leave another position behind.
  const positions = await page.evaluateHandle(() => {
    const seen: number[] = [];
    addEventListener('scroll', () => seen.push(Math.round(scrollY)));
    return seen;
  });
  await page.goBack();
  await expect(title(page, 'AI for Real Life')).toBeVisible();
  await scrolledTo(page, 500);
  await page.goBack();
  await expect(title(page, 'AI, Redefined.')).toBeVisible();
  await scrolledTo(page, 900);
  // Its event comes with the next frame: after the position itself, which can be read at once.
  await expect.poll(() => positions.jsonValue()).toEqual([500, 900]);
  await page.reload();
  await scrolledTo(page, 900);
  await hydrated(page);
  await page.goForward();
  await expect(title(page, 'AI for Real Life')).toBeVisible();
  await scrolledTo(page, 500);
});

test('going back right after a reload, before there is a script, shows the page of the address', async ({ page }) => {
  await ready(page, '/');
  await bar(page, 'Products').click();
  await expect(title(page, 'AI for Real Life')).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(title(page, 'AI, Redefined.')).toBeVisible();
});

test('a link clicked with Ctrl opens a tab of its own, and this page stays', async ({ page, context, marquee }) => {
  await ready(page, '/');
  const opened = context.waitForEvent('page');
  await bar(page, 'About').click({ modifiers: ['ControlOrMeta'] });
  await expect(title(await opened, 'Pioneering AI Innovation')).toBeVisible();
  await expect(page).toHaveURL(`${marquee.url}/`);
});

test('a page that is gone is shown by the server, from its top', async ({ page, marquee, consoleWatch }) => {
  consoleWatch.expect(/status of 404/);
  // Who looks into the new document while it comes, as this test does, ends a transition between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/api\/pages\?path=(\/|%2F)about/, (route) => route.fulfill({ status: 404, json: {} }));
  await ready(page, '/');
  await mark(page);
  await scrollTo(page, 900);
  await bar(page, 'About').click();
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  await expect(page).toHaveURL(`${marquee.url}/about`);
  expect(await isMarked(page)).toBe(false);
  await scrolledTo(page, 0);
});

test('a page with another stylesheet comes as a new document', async ({ page }) => {
  // Who looks into a document whose styles are not there yet, as this test does, ends a transition between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/api\/pages\?path=(\/|%2F)about/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/\/assets\/theme-[^"]+\.css/, '/assets/theme-new.css');
    await route.fulfill({ response: answer, body });
  });
  await ready(page, '/');
  await mark(page);
  await bar(page, 'About').click();
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});

test('a visitor without a connection is told, and led on when it is back', async ({ page, context, consoleWatch }) => {
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED/);
  await ready(page, '/');
  await context.setOffline(true);
  await bar(page, 'About').click();
  await expect(title(page, 'Unexpected Application Error!')).toBeFocused();
  await page.goBack();
  await expect(title(page, 'AI, Redefined.')).toBeVisible();
  await expect(page).toHaveTitle(/AI, Redefined/);
  await page.goForward();
  await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
  await context.setOffline(false);
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  await expect(page).toHaveTitle(/About/);
});

test('the hint of a placeholder shows on focus and on touch, and Escape takes it away', async ({
  browser,
  marquee,
}) => {
  const context = await browser.newContext({ hasTouch: true, reducedMotion: 'reduce', baseURL: marquee.url });
  const page = await context.newPage();
  await ready(page, '/');
  const hint = page.getByRole('tooltip', { name: '' }).filter({ visible: true });
  await page.getByRole('link', { name: 'Careers' }).focus();
  await expect(hint).toHaveText('Not available yet');
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
  // What is marked as not available is still there to be touched.
  await page.getByRole('link', { name: 'Support', exact: true }).tap({ force: true });
  await expect(hint).toHaveText('Not available yet');
  await context.close();
});
