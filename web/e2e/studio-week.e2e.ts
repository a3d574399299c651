import { bakery, enter, expect, type Page, type Studio, standing, test } from './studio.ts';

// The week of an office manager, on her phone.

test.use({ original: bakery, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields' });

async function visit(page: Page, title: string) {
  await page.getByRole('button', { name: 'Pages and more' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: title }).first().tap();
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Whether some words are in a page that visitors get. */
const visitorsSee = async (studio: Studio, path: string, words: string) =>
  (await (await fetch(studio.url + path)).text()).includes(words);

async function publish(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: 'Publish' }).tap();
  await page.getByRole('main').getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByText(/^Live since \d/)).toBeVisible();
}

test('a holiday', async ({ page, studio }) => {
  const date = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000);
  const day = date.toISOString().slice(0, 10);
  const file = 'bakery/locations.yaml';
  const before = studio.read(file);
  await enter(page, studio);
  await visit(page, 'Visit');
  await standing(page).getByRole('table', { name: 'The shop' }).getByRole('cell').first().tap();
  await panel(page).getByRole('button', { name: 'All of Shop' }).tap();
  await panel(page).getByRole('button', { name: 'Add another: Holidays and other days' }).tap();
  await expect(panel(page).getByLabel('Date', { exact: true })).toBeVisible();
  await panel(page).getByLabel('Date', { exact: true }).fill(day);
  await panel(page)
    .getByRole('button', { name: /^Add a field: Holidays and other days \d/ })
    .tap();
  await page.getByRole('menuitem', { name: 'Reason' }).tap();
  await panel(page).getByRole('textbox', { name: 'Reason' }).fill('We count flour');
  await expect(standing(page).getByText('We count flour')).toBeVisible();
  await publish(page);
  const written = [`    - date: ${day}`, '      reason: We count flour'];
  const lines = (text: string) => text.replaceAll('"', '').split('\n');
  expect(lines(studio.read(file))).toEqual(lines(before).toSpliced(17, 0, ...written));
  expect(await visitorsSee(studio, '/visit', 'We count flour')).toBe(true);
});

test('a price, with a mistake that is understood', async ({ page, studio, consoleWatch }) => {
  consoleWatch.expect(/status of 422/);
  await enter(page, studio);
  await visit(page, 'A morning at the oven');
  await standing(page).getByText('£65').tap();
  const amount = panel(page).getByRole('textbox', { name: 'Amount' });
  await amount.fill('about 70');
  await expect(amount).toHaveAccessibleDescription(/Write digits only/);
  // On another page, where she has forgotten it.
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await visit(page, 'Visit');
  const note = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: 'Not shown until the mistakes below are fixed.' });
  await expect(note).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Publish' }).tap();
  await page.getByRole('main').getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByRole('alert')).toHaveText('There are mistakes to fix first.');
  await page.getByRole('link', { name: /Amount/ }).tap();
  await expect(amount).toBeFocused();
  await amount.fill('70');
  await publish(page);
  expect(await visitorsSee(studio, '/bread-course', '£70')).toBe(true);
});

test('mistakes leave the page in sight', async ({ page, studio }) => {
  await enter(page, studio);
  studio.edit('bakery/plans.yaml', 'amount: "24"', 'amount: much');
  studio.edit('bakery/plans.yaml', 'amount: "42"', 'amount: much');
  studio.edit('bakery/plans.yaml', 'amount: "95"', 'amount: much');
  await page.goto('/studio/edit?site=bakery&path=/bread-box&file=bakery/plans.yaml&at=small-box.price');
  await expect(panel(page).getByRole('textbox').first()).toBeVisible();
  const note = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: 'Not shown until the mistakes below are fixed.' });
  await expect(note.getByRole('link')).toHaveCount(3);
  expect((await note.boundingBox())?.y).toBeGreaterThan(100);
});

test('a person who left', async ({ page, studio }) => {
  await enter(page, studio);
  await visit(page, 'Who we are');
  await standing(page).getByText('Dora Fig').tap();
  await panel(page).getByRole('button', { name: 'Remove Dora…' }).tap();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('It goes from these places, too:');
  await question.getByRole('button', { name: 'Remove' }).tap();
  await expect(standing(page).getByText('Dora Fig')).toHaveCount(0);
  await expect(standing(page).getByText('Curt Malt').first()).toBeVisible();
  await publish(page);
  for (const path of ['/about', '/de/wer-wir-sind', '/ar/about'])
    expect(await visitorsSee(studio, path, 'Dora Fig'), path).toBe(false);
});
