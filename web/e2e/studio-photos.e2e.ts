import { violations } from './axe.ts';
import { bakery, enter, expect, type Page, standing, test } from './studio.ts';

// Somebody puts three photos of her phone into a post: by touch, over a network with gaps.

test.use({ original: bakery, viewport: { width: 390, height: 844 }, hasTouch: true });

const post = 'bakery/pages/blog/a-day-at-the-mill.yaml';
const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields' });

/** A JPEG as a camera makes it: its upper half is red and its lower one blue, seen as it is meant to be. */
async function photo(page: Page, name: string, turned: boolean) {
  const data = await page.evaluate((turned) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 800];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('there is no canvas');
    // Orientation 6: what is left in the file is at the top.
    for (const [i, colour] of ['red', 'blue'].entries()) {
      context.fillStyle = colour;
      if (turned) context.fillRect(i * 600, 0, 600, 800);
      else context.fillRect(0, i * 400, 1200, 400);
    }
    // Noise, so that it has several parts.
    const pixels = context.getImageData(0, 0, 1200, 800);
    pixels.data.forEach((value, i) => {
      if (i % 4 < 3) pixels.data[i] = value + (Math.random() - 0.5) * 120;
    });
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.95).replace(/^.*,/, '');
  }, turned);
  const jpeg = Buffer.from(data, 'base64');
  const exif = Buffer.from('ffe1002245786966000049492a000800000001001201030001000000060000000000000000', 'hex');
  return {
    name,
    mimeType: 'image/jpeg',
    buffer: turned ? Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]) : jpeg,
  };
}

test('a post is begun on a phone, with three photos', async ({ page, studio, consoleWatch, context }) => {
  consoleWatch.expect(/Failed to load resource/);
  await enter(page, studio);
  const photos = [
    await photo(page, 'IMG 0001.JPG', true),
    await photo(page, 'Ofentür.jpg', false),
    await photo(page, 'IMG 0001.JPG', false),
  ];

  // A post of its own, and a gallery from the pictures of all parts.
  await page.getByRole('button', { name: 'Pages and more' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'New in Oatfield Bakery (en-GB)' }).tap();
  await page.getByRole('link', { name: /^Post/ }).tap();
  await page.getByLabel('Title').fill('A day at the mill');
  await page.getByRole('button', { name: 'Create' }).tap();
  await expect(standing(page).getByRole('heading', { level: 1 })).toHaveText('A day at the mill');
  const parts = async () => {
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('link', { name: 'This page' }).tap();
  };
  for (const [sample, field, said] of [
    [/^One or two sentences/, 'Summary', 'How wheat becomes flour.'],
    [/^Write here/, 'Markdown', 'We walked up to the mill on Tuesday.'],
  ] as const) {
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await standing(page).getByText(sample).tap();
    await panel(page).getByRole('textbox', { name: field, exact: true }).fill(said);
    await expect(standing(page).getByText(said)).toBeVisible();
  }
  await parts();
  await panel(page).getByRole('link', { name: 'Add a part' }).tap();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Gallery/ }) });
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button').tap();
  const shown = standing(page).locator('[data-section="gallery"] img');
  await expect(shown.first()).toBeVisible();
  const samples = await shown.count();
  const place = { site: 'bakery', path: '/blog/a-day-at-the-mill', file: post, at: 'sections[0].gallery.items[0]' };
  await page.goto(`/studio/edit?${new URLSearchParams(place)}`);

  // The second part of the first photo does not get through, and the page is loaded again meanwhile.
  let sent = 0;
  await page.route('**/studio/api/uploads/chunk?*', (route) => (++sent === 2 ? route.abort() : route.continue()));
  await page.route('**/studio/api/uploads', (route) => (sent >= 2 ? route.abort() : route.continue()));
  const chooser = page.waitForEvent('filechooser');
  await panel(page).getByRole('button', { name: 'Add pictures' }).tap();
  await (await chooser).setFiles(photos);
  await expect(panel(page).getByText('No connection. It goes on by itself.').first()).toBeVisible();
  expect(sent).toBe(2);
  await page.reload();
  await expect(panel(page).getByText('No connection. It goes on by itself.').first()).toBeVisible();
  const resumed = page.waitForRequest((request) => request.url().includes('/uploads/chunk'));
  await page.unrouteAll();
  expect(new URL((await resumed).url()).searchParams.get('at')).not.toBe('0');

  const choose = (name: string) => panel(page).getByRole('button', { name }).first();
  await expect(choose('images/img-0001.jpg')).toBeVisible();
  const alt = panel(page).getByRole('textbox', { name: 'Description of the picture' });
  await alt.fill('The new door, open');

  // What matters in it is where the finger is.
  const picture = panel(page).getByRole('button', { name: /^What matters in it/ });
  const loaded = () =>
    picture.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await expect.poll(loaded).toBeGreaterThan(0);
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture is not there');
  await picture.tap({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
  await expect(picture).toHaveAccessibleName(/2[3-7]% 7[3-8]%/);

  for (const [i, words] of ['The old door', 'Both doors'].entries()) {
    await page.goto(`/studio/edit?${new URLSearchParams({ ...place, at: `sections[0].gallery.items[${i + 1}]` })}`);
    await expect(choose(i ? 'images/img-0001-2.jpg' : 'images/ofentur.jpg')).toBeVisible();
    await alt.fill(words);
  }
  // What the sample says is not published.
  await page.goto(`/studio/edit?${new URLSearchParams({ ...place, at: 'sections[0].gallery.items[3]' })}`);
  await alt.fill('The mill');
  await panel(page).getByRole('textbox', { name: 'Caption', exact: true }).fill('From across the river');
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved');

  // Who edits sees them, and nobody else.
  await expect(shown).toHaveCount(samples + 2);
  const draft = await shown.first().evaluate((image: HTMLImageElement) => new URL(image.src).pathname);
  expect(draft).toMatch(/^\/studio\/preview\/images\//);
  const visitor = await context.browser()?.newContext();
  if (!visitor) throw new Error('there is no browser');
  const publicAddress = `${studio.url}${draft.replace('/studio/preview', '')}`;
  expect((await visitor.request.get(publicAddress)).status()).toBe(404);

  await parts();
  await panel(page).getByRole('button', { name: 'Make it public' }).tap();
  await page.getByRole('link', { name: 'Publish' }).tap();
  await page.getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByRole('status').getByText('Live since')).toBeVisible();
  expect(studio.read(post)).toContain('images/img-0001.jpg');

  const seen = await visitor.newPage();
  await seen.goto(`${studio.url}${place.path}`);
  for (const words of ['The new door, open', 'The old door', 'Both doors']) {
    const image = seen.getByRole('img', { name: words });
    await image.scrollIntoViewIfNeeded();
    const halves = await image.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const at = (share: number) => [
        ...(context?.getImageData(canvas.width / 2, canvas.height * share, 1, 1).data ?? []),
      ];
      const isRed = ([red = 0, , blue = 0]: number[]) => red > blue;
      return [isRed(at(0.1)), isRed(at(0.9))];
    });
    expect(halves).toEqual([true, false]);
  }
  await visitor.close();
});

test('pictures and files are looked after where they all are', { tag: '@audit' }, async ({ page, studio }) => {
  await enter(page, studio);
  await page.goto('/studio/pictures?site=bakery');
  const card = (name: RegExp) => page.getByRole('main').getByRole('button', { name });
  const sheet = page.getByRole('dialog');
  const count = page.getByRole('banner').getByRole('link', { name: /change|Nothing/ });
  await expect(card(/^oven\.jpg used 1\d ×/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // One for another in all places, and back: each is one step.
  await card(/^oven\.jpg/).tap();
  await expect(sheet.getByRole('link', { name: /The oven has a new door · Gallery/ }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Replace everywhere' }).tap();
  await sheet.getByRole('button', { name: 'cake.jpg' }).tap();
  await expect(card(/^oven\.jpg unused/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(card(/^oven\.jpg used 1\d ×/)).toBeVisible();
  await expect(count).toHaveText(/Nothing to publish/);

  // What nobody uses goes again.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add pictures' }).tap(),
  ]);
  await chooser.setFiles(await photo(page, 'Left over.jpg', false));
  await page.getByRole('button', { name: 'Unused' }).tap();
  await card(/^left-over\.jpg unused/).tap();
  await sheet.getByRole('button', { name: 'Remove' }).tap();
  await expect(page.getByText('All are used.')).toBeVisible();
  await expect(count).toHaveText(/Nothing to publish/);

  // A newer price list has the address of the old one.
  await page.getByRole('button', { name: 'Files' }).tap();
  await card(/^price-list\.pdf/).tap();
  await expect(sheet.getByText(`${studio.url}/files/bakery/price-list.pdf`)).toBeVisible();
  const [newer] = await Promise.all([
    page.waitForEvent('filechooser'),
    sheet.getByRole('button', { name: 'Replace with a newer file' }).tap(),
  ]);
  const list = Buffer.from('%PDF-1.7\nthe newer list\n%%EOF\n');
  await newer.setFiles({ name: 'Prices 2027.pdf', mimeType: 'application/pdf', buffer: list });
  await expect(sheet.getByText('not published')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await count.tap();
  await page.getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByRole('status').getByText('Live since')).toBeVisible();
  const served = await page.request.get(`${studio.url}/files/bakery/price-list.pdf`);
  expect((await served.body()).equals(list)).toBe(true);
});
