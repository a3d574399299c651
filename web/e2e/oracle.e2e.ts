import { expect, hydrated, type Page, takenOver } from './marquee.ts';
import { asWithoutScript, seen, test } from './oracle.ts';

// The client behaves as the browser does without it.

const motion = { reducedMotion: 'reduce' } as const;

/** Holds back the application until the result is called. */
async function holdApplication(page: Page): Promise<() => void> {
  const gate = new EventTarget();
  const opened = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  await page.route(/\/assets\/client-.*\.js$/, async (route) => {
    await opened;
    await route.continue();
  });
  return () => void gate.dispatchEvent(new Event('open'));
}

test('a phone that is turned with its menu open shows the page, and the links in the bar', async ({
  browser,
  marquee,
}) => {
  const options = { ...motion, viewport: { width: 700, height: 360 } };
  const came = await asWithoutScript(browser, marquee.url, options, async (page) => {
    await page.locator('.menu + button').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    await page.setViewportSize({ width: 900, height: 420 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { focus: _, ...rest } = await seen(page);
    return rest;
  });
  expect(came.inSight).toContain('h1 AI, Redefined.');
  expect(came.inSight).toContain('a Technology');
});

test('a page that one comes back to has its menu closed, and the lists in it', { tag: '@audit' }, async ({
  browser,
  example,
}) => {
  const page = await browser.newPage({ ...motion, viewport: { width: 390, height: 800 } });
  await page.goto(example.url);
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.locator('.menu + button').click();
  await page.locator('.menu summary').first().click();
  await page.goto(`${example.url}/about`);
  await page.goBack({ waitUntil: 'commit' });
  // The browser keeps the page. It says that it is there before one can look into it.
  await page.waitForFunction(() => 'kept' in window);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.menu details[open]')).toHaveCount(0);
  await page.close();
});

test('a list of the bar that Escape closes, before the application is there or after, stays closed', async ({
  browser,
  example,
}) => {
  for (const taken of [false, true]) {
    const page = await browser.newPage({ ...motion, viewport: { width: 1280, height: 800 } });
    const start = taken ? () => undefined : await holdApplication(page);
    await page.goto(example.url);
    if (taken) await hydrated(page);
    const line = page.locator('.menu summary').first();
    const list = page.locator('.menu details[open]');
    await line.click();
    await expect(list).toHaveCount(1);
    // Wherever the focus is by then.
    await line.evaluate((element: HTMLElement) => element.blur());
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(line).toBeFocused();
    start();
    await hydrated(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.locator('.menu + button').click();
    await expect(list).toHaveCount(0);
    await page.close();
  }
});

/** What stands in the fields that are shown. */
const words = (page: Page) =>
  page
    .locator('main :is(input, textarea):visible')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).filter(Boolean));

test('words that the browser restores are seen, in the second tab as well', { tag: '@audit' }, async ({
  playwright,
  launchOptions,
  marquee,
}) => {
  // In a browser that makes the page anew, and fills in what was typed.
  const browser = await playwright.chromium.launch(launchOptions);
  const address = `${marquee.url}/websites/business/connect`;
  const came = await asWithoutScript(browser, address, motion, async (page, script) => {
    if (script) await page.getByRole('tab', { name: 'Book Consultation' }).click();
    await page.locator('#form-booking textarea').fill('Words that took a while.');
    await page.goto(`${marquee.url}/websites/business`);
    await page.goBack();
    if (script) await hydrated(page);
    await expect.poll(() => words(page)).toContain('Words that took a while.');
    return words(page);
  });
  expect(came).toEqual(['Words that took a while.']);
  await browser.close();
});

test('a tab that was clicked during the start is open, whatever was clicked after it', async ({ page, marquee }) => {
  const start = await holdApplication(page);
  // The start has begun when it asks for its code.
  const begun = page.waitForRequest(/\/assets\/client-.*\.js$/);
  await page.goto(`${marquee.url}/websites/business/connect`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.sheet);
  await page.keyboard.press('Shift');
  await begun;
  await page.getByRole('tab', { name: 'Book Consultation' }).click();
  const name = page.locator('#form-inquiry').getByLabel('Name');
  await name.click();
  start();
  await takenOver(page);
  await expect(page.locator('#form-booking')).toBeVisible();
});
