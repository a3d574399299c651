import { violations } from './axe.ts';
import { bakery, enter, expect, type Page, standing, test } from './studio.ts';

// Somebody with a phone adds a service, and takes a page away.

test.use({ original: bakery, viewport: { width: 390, height: 800 }, hasTouch: true });

const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields' });

test('a new page gets a part from the gallery and its place in the navigation', async ({ page, studio }) => {
  await enter(page, studio);

  // From the menu, beside the name of the site.
  await page.getByRole('button', { name: 'Pages and more' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'New in Oatfield Bakery (en-GB)' }).tap();
  await expect(page.getByRole('link', { name: 'Page', exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Page', exact: true }).tap();
  await page.getByLabel('Title').fill('Crème cakes to order');
  await expect(page.getByLabel('Address')).toHaveValue('/creme-cakes-to-order');
  await page.getByLabel('Address').fill('/cakes');
  await page.getByRole('button', { name: 'Create' }).tap();
  await expect(panel(page).getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Crème cakes to order');
  await expect(standing(page).getByRole('heading', { level: 1 })).toHaveText('Crème cakes to order');

  // A part from the gallery, which shows each in the look of the site.
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('link', { name: 'This page' }).tap();
  await expect(panel(page)).toContainText('A draft: visitors do not see it.');
  await panel(page).getByRole('link', { name: 'Add a part' }).tap();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Steps/ }) });
  await card.scrollIntoViewIfNeeded();
  const picture = card.locator('iframe').contentFrame();
  await expect(picture.locator('[data-section=steps]')).toBeVisible();
  await expect(picture.locator('header').first()).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button').tap();
  await expect(standing(page).locator('[data-section=steps]')).toBeVisible();

  // The words that say what to write are hers now.
  const write = async (part: string, name: string, said: string) => {
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('link', { name: 'This page' }).tap();
    await panel(page).getByRole('link', { name: part }).first().tap();
    await panel(page).getByRole('textbox', { name, exact: true }).first().fill(said);
  };
  await write('The page itself', 'Description', 'Cakes for a day that is remembered.');
  await write('Top of the page', 'Text', 'Ordered by Thursday, ready on Saturday.');
  await write('Text', 'Markdown', 'Tell us what you dream of.');
  await write('Steps', 'Title', 'From Idea to Cake');
  const place = { site: 'bakery', path: '/cakes', file: 'bakery/pages/cakes.yaml' };
  for (const [i, words] of ['Tell Us', 'We Build It', 'You Celebrate'].entries()) {
    await page.goto(`/studio/edit?${new URLSearchParams({ ...place, at: `sections[2].steps.items[${i}]` })}`);
    await panel(page).getByRole('textbox', { name: 'Title', exact: true }).first().fill(words);
  }

  // No draft any more, and into the navigation, in one step.
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('link', { name: 'This page' }).tap();
  await panel(page).getByRole('button', { name: 'Put it into the navigation' }).tap();
  await expect(panel(page)).toContainText('Visitors see it once you publish.');
  await expect(panel(page).getByRole('button', { name: 'Put it into the navigation' })).toBeHidden();
  expect((await page.request.get('/cakes')).status()).toBe(404);
  await page.getByRole('link', { name: 'Publish' }).tap();
  await page.getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByText(/^Live since/)).toBeVisible();
  const made = await (await page.request.get('/cakes')).text();
  expect(made).toContain('Crème cakes to order');
  expect(made).toContain('data-section="steps"');
  expect(await (await page.request.get('/bread')).text()).toContain('href="/cakes"');
  expect(studio.read('bakery/site.yaml')).toContain('to: /cakes');
});

test('what uses a page is said before it goes with a redirect, and a link shows others what is not public', {
  tag: '@audit',
}, async ({ page, studio }) => {
  await enter(page, studio);
  await page.goto('/studio/edit?site=bakery&path=/bread-box&parts=1');
  await panel(page).getByRole('button', { name: 'Remove…' }).tap();
  const sheet = page.getByRole('dialog', { name: /^Remove/ });
  await expect(sheet.getByRole('link', { name: /Navigation/ }).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await page.goto('/studio/edit?site=bakery&path=/newsletter&parts=1');
  await panel(page).getByRole('button', { name: 'Remove…' }).tap();
  await expect(sheet).toContainText('Nothing else uses it.');
  await sheet.getByLabel(/led to/).fill('/bread');
  await sheet.getByRole('button', { name: 'Remove', exact: true }).tap();
  await expect(sheet).toBeHidden();
  await page.getByRole('link', { name: 'Publish' }).tap();
  await page.getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByText(/^Live since/)).toBeVisible();

  // A link shows a draft to somebody else, until all links end.
  await page.goto('/studio/edit?site=bakery&path=/bread&parts=1');
  await panel(page).getByRole('button', { name: 'Preview link' }).tap();
  const links = page.getByRole('dialog', { name: 'Preview link' });
  await links.getByRole('button', { name: 'Make a link' }).tap();
  const address = new URL(await links.getByRole('textbox', { name: 'Preview link' }).inputValue());
  await expect(links).toContainText(/It ends on .+\./);
  expect(await violations(page)).toEqual([]);
  const visit = async () =>
    (await fetch(studio.url + address.pathname + address.search, { redirect: 'manual' })).status;
  expect(await visit()).toBe(303);
  await links.getByRole('button', { name: 'End all links' }).tap();
  await expect(links).toContainText('All preview links have ended.');
  expect(await visit()).not.toBe(303);
  const former = await page.request.get('/newsletter', { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([301, '/bread']);
});
