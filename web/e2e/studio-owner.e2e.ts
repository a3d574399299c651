import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { violations } from './axe.ts';
import { bakery, enter, expect, type Page, type Studio, standing, test } from './studio.ts';

// What an owner looks after besides words: other languages, how things stand, and the look, on a phone.

test.use({ original: bakery, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields' });

/** Opens a view from the menu. */
async function openView(page: Page, name: string) {
  await page.getByRole('button', { name: 'Pages and more' }).tap();
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).tap();
}

async function publish(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: 'Publish' }).tap();
  await page.getByRole('main').getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByText(/^Live since/)).toBeVisible();
}

/** Saves a file as somebody does who works in the folder. */
function save(studio: Studio, file: string, text: string) {
  const full = path.join(studio.content, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

test('a typo on the Spanish page is mended beside its original', async ({ page, studio }) => {
  save(studio, 'bakery/es/site.yaml', 'tagline: El pan pide un día.\n');
  const original = studio.read('bakery/pages/index.yaml');
  save(
    studio,
    'bakery/es/pages/index.yaml',
    original.replace('title: Bread takes a day\n', 'title: El pan pide un dia\n'),
  );
  await enter(page, studio);
  await openView(page, 'Languages');
  const spanish = page.getByRole('region', { name: 'Oatfield Bakery · Spanish' });
  await expect(spanish.getByRole('link', { name: /missing/ }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await spanish.getByText(/up to date/).tap();
  await spanish.getByRole('link', { name: 'Bread takes a day' }).tap();
  const text = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Title', exact: true }) });
  await expect(text.getByText('Bread takes a day', { exact: false }).first()).toBeVisible();
  await text.getByRole('textbox').fill('El pan pide un día');
  await text.getByRole('button', { name: 'Translated' }).tap();
  await expect(text.getByText('Up to date')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await publish(page);
  expect(studio.read('bakery/es/pages/index.yaml')).toBe(
    original.replace('title: Bread takes a day\n', 'title: El pan pide un día\n'),
  );
  expect(studio.read('bakery/es/translated.yaml')).toMatch(/^pages\/index.yaml:\n {2}title: \w+$/m);
});

test('what holds a site back is named, and mended where the status leads', async ({ page, studio, consoleWatch }) => {
  consoleWatch.expect(/status of 404/); // the drawing of an icon that is not there
  await enter(page, studio);
  const good = studio.read('bakery/pages/about.yaml');
  save(studio, 'bakery/pages/about.yaml', good.replace('icon: flame', 'icon: flamme'));
  await page.goto('/studio/status');
  const line = page.getByRole('listitem').filter({ hasText: 'Oatfield Bakery' }).first();
  await expect(line).toContainText('Held back');
  const number = good.split('\n').findIndex((each) => each.includes('icon: flame')) + 1;
  await expect(line.getByRole('link')).toContainText(`about.yaml, Line ${number}`);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pages and more' }).tap();
  await expect(page.getByRole('link', { name: 'Status Something needs fixing' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).tap();
  await line.getByRole('link').tap();
  const icon = panel(page).getByRole('combobox', { name: 'Icon' });
  await expect(icon).toHaveValue('flamme');
  await icon.fill('flame');
  await page.getByRole('option', { name: 'flame', exact: true }).tap();
  await publish(page);
  expect(studio.read('bakery/pages/about.yaml')).toBe(good);
  await openView(page, 'Status');
  await expect(page.getByRole('listitem').filter({ hasText: 'Oatfield Bakery' })).toContainText('Live since');
});

test('an editor reads the look, and cannot change it by the file either', { tag: '@audit' }, async ({
  page,
  studio,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 422/);
  studio.invite('owner@bakery.example', '--role', 'owner');
  await enter(page, studio, 'ed@bakery.example', '--role', 'editor');
  const before = studio.read('bakery/site.yaml');
  await openView(page, 'Settings');
  await page.getByRole('link', { name: /^Colours, fonts and character/ }).tap();
  await expect(panel(page).getByText('Only owners of the website can change this.')).toBeVisible();
  await expect(panel(page).getByRole('radio', { name: /^Bold/ })).toBeDisabled();
  await panel(page).getByRole('link', { name: 'File as text' }).tap();
  await page.getByRole('textbox', { name: 'File as text' }).fill(before.replace('character: warm', 'character: bold'));
  await expect(page.getByText('This could not be saved')).toBeVisible();
  await expect(page.getByText(/only owners can change "theme" in bakery\/site.yaml/)).toBeVisible();
  expect(studio.read('bakery/site.yaml')).toBe(before);
});

test('an owner changes a colour, and sees its contrast and the page', { tag: '@audit' }, async ({ page, studio }) => {
  await enter(page, studio);
  await openView(page, 'Settings');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: /^Colours, fonts and character/ }).tap();
  const pair = panel(page).getByRole('listitem').filter({ hasText: 'Muted on Background' }).first();
  await expect(pair).toContainText('7 to 1, can be read');
  await panel(page).getByRole('textbox', { name: 'Muted' }).first().fill('#999999');
  await expect(pair).toContainText(/2\.\d to 1, hard to read for many/);
  await panel(page).getByRole('radio', { name: /^Bold/ }).tap();
  await expect(standing(page).locator('html')).toHaveAttribute('data-character', 'bold');
  await publish(page);
  expect(studio.read('bakery/site.yaml')).toContain('    muted: "#999999"\n');
  expect(studio.read('bakery/site.yaml')).toContain('  character: bold\n');
});
