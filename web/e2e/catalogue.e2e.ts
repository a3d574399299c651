import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Language, languages, samples, specimenAddress } from '../src/catalogue/addresses.ts';
import type { SiteSummary } from '../src/content/types.gen.ts';
import { violations } from './axe.ts';
import { test as base, expect } from './marquee.ts';

// Screenshots of the catalogue, compared with those in catalogue.e2e.ts-snapshots.
// After a change of the design that is wanted, make them anew and look at them:
//
//     npm run test:browser:update
//
// They are made in the Chromium that the other browser tests use, with fonts of its
// own (scripts/test-fonts.mjs), at half size and as JPEG (as PNG the soft lights would
// weigh seven times as much), and are named without a platform. Another version of
// Chromium may draw letters so differently that they have to be made anew: that is why
// make audit compares them, and make test does not. Of a difference, test-results has
// the picture as it was, as it is, and what differs.

const test = base.extend({ baseURL: async ({ development }, use) => use(development) });

test.use({ contextOptions: { reducedMotion: 'reduce' }, deviceScaleFactor: 0.5 });
// One worker, so that one development server does.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ consoleWatch }, info) => {
  consoleWatch.expect(/React DevTools/);
  consoleWatch.expect(/^\[vite\] connect/);
  // The same file for every platform; by itself the name of the platform stands in it.
  info.snapshotSuffix = '';
});

async function settled(page: Page, pathname: string): Promise<void> {
  await page.waitForFunction((shown) => document.documentElement.dataset.specimen === shown, pathname);
}

/** Opens the first specimen as a document, and the others inside it, which is ten times as fast. */
async function show(page: Page, type: string, sample: string, site: string, language?: Language): Promise<void> {
  const address = specimenAddress(type, sample, site, undefined, language);
  if (page.url().includes('/_catalogue/')) {
    await page.evaluate((next) => {
      window.history.pushState(null, '', next);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  } else {
    await page.goto(address);
  }
  await settled(page, address.replace(/\?.*/, ''));
}

/** The section types: each has its page in the guide. The catalogue's own list needs Vite. */
const sectionTypes = readdirSync(new URL('../../docs/guide/sections', import.meta.url))
  .filter((name) => name !== 'README.md')
  .map((name) => name.replace(/\.md$/, ''))
  .sort();

/** What is compared: every section type once, and the components whose states are easily broken. */
const wide: [type: string, sample: string][] = [
  ...sectionTypes.map((type): [string, string] => [type, 'usual']),
  ['ui', 'button'],
  ['ui', 'field'],
  ['ui', 'form'],
  ['ui', 'toast-error'],
];
const narrow: [type: string, sample: string][] = [
  ['hero', 'usual'],
  ['cards', 'usual'],
  ['plan', 'usual'],
  ['steps', 'usual'],
  ['cta', 'longest'],
  ['quote', 'longest'],
];

// Sites differ by their themes and looks alone: each width is compared in one of them, in daylight without a look, and
// in the dark with one.
for (const [site, width, specimens] of [
  ['business', 1440, wide],
  ['main', 360, narrow],
] as const) {
  test(`${site} looks as it did at ${width} pixels`, { tag: '@audit' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const [type, sample] of specimens) {
      await show(page, type, sample, site);
      // Toasts stand in the corner of the window, not where the page is.
      const target = sample.startsWith('toast') ? page : page.locator('main');
      const picture = await target.screenshot({
        animations: 'disabled',
        caret: 'hide',
        scale: 'device',
        type: 'jpeg',
        quality: 70,
      });
      expect.soft(picture).toMatchSnapshot([site, `${type}-${sample}-${width}.jpeg`], { maxDiffPixelRatio: 0.002 });
    }
  });
}

test('a fourth site shows up by itself, in its own colours', { tag: '@audit' }, async ({ page, marquee }) => {
  const fourth = path.join(marquee.content, 'fourth');
  cpSync(path.join(marquee.content, 'creative'), fourth, { recursive: true });
  marquee.edit('fourth/site.yaml', /^path: .*$/m, 'path: /fourth');
  marquee.edit('fourth/site.yaml', /^( +background: )oklch\(.*\)$/m, '$1oklch(0.97 0.02 130)');
  const known = async () => (await (await fetch(`${marquee.url}/api/sites`)).json()) as SiteSummary[];
  await expect.poll(async () => (await known()).map(({ id }) => id)).toContain('fourth');

  await page.goto('/_catalogue/quote');
  await expect(page.getByRole('heading', { level: 1, name: 'quote' })).toBeVisible();
  const backgrounds = new Set<string>();
  for (const { id } of await known()) {
    for (const sample of samples) await expect(page.getByTitle(`quote ${sample} ${id}`)).toHaveCount(1);
    const main = page.frameLocator(`iframe[title="quote usual ${id}"]`).locator('main');
    // Dozens of frames load at once: half a minute on a quiet machine.
    await main.waitFor({ state: 'attached', timeout: 300_000 });
    backgrounds.add(await main.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
  }
  expect(backgrounds.size).toBe(4);
  rmSync(fourth, { recursive: true });
});

test('what a site itself has of a type is shown, and leads to its page', async ({ page, marquee }) => {
  await show(page, 'quote', 'live', 'main');
  const link = page.locator('main a').first();
  const address = new URL((await link.getAttribute('href')) ?? '', marquee.url);
  expect((await fetch(address)).status).toBe(200);
  await expect(page.locator('main section')).not.toHaveCount(0);
});

/** Whether the letters of a text stand from left to right in the order in which they are written. */
const runsToTheRight = (text: Locator) =>
  text.evaluate(({ firstChild: words }) => {
    if (!words?.textContent) throw new Error('there are no words');
    const range = document.createRange();
    const lefts = Array.from(words.textContent, (_, index) => {
      range.setStart(words, index);
      range.setEnd(words, index + 1);
      return range.getBoundingClientRect().left;
    });
    return lefts.every((left, index) => index === 0 || left > (lefts[index - 1] ?? left));
  });

for (const language of languages) {
  test(`words in ${language} run to the left, and numbers and addresses in them to the right`, async ({ page }) => {
    await show(page, 'place', 'usual', 'main', language);
    const title = page.getByRole('heading', { level: 2 });
    expect(await runsToTheRight(title)).toBe(false);
    expect(await runsToTheRight(page.getByText('+1 555 010 0199'))).toBe(true);
    await show(page, 'prose', 'usual', 'main', language);
    expect(await runsToTheRight(page.getByText('+44 1632 960 123', { exact: true }))).toBe(true);
  });

  test(`every section in ${language} keeps the rules of WCAG, and fits`, { tag: '@audit' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const type of sectionTypes) {
      await show(page, type, 'usual', 'business', language);
      // The main title of a page stands above most sections.
      const found = (await violations(page)).filter((one) => !one.startsWith('page-has-heading-one'));
      expect.soft(found, type).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), type).toBe(360);
    }
  });
}

test('a form of the catalogue can be tried, and reaches nobody', async ({ page }) => {
  await show(page, 'forms', 'shortest', 'main');
  const arrived: string[] = [];
  page.on('response', async (response) => {
    if (response.request().method() === 'POST') arrived.push(await response.text());
  });
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('I would like to know more about your work.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect.poll(() => arrived).toEqual(['{"id":"catalogue"}']);
});

test('the production server knows no catalogue', async ({ page, request, marquee }) => {
  expect((await request.get(`${marquee.url}/_catalogue`)).status()).toBe(404);
  await show(page, 'ui', 'badge', 'main');
});
