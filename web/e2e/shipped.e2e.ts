import { expect, ready, test } from './marquee.ts';

// What is shipped is tested for what must hold whatever it says.

test('every shipped page is complete, hydrates without a word on the console, and fits a phone', async ({
  page,
  request,
  shipped,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 740 });
  const sitemap = await (await request.get(`${shipped.url}/sitemap.xml`)).text();
  const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    await ready(page, shipped.url + path);
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect.soft(page.getByRole('main'), path).toHaveCount(1);
    expect.soft(await page.locator('[style]').count(), `${path}: style attributes`).toBe(0);
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect.soft(tooWide, `${path} is wider than the window`).toBeLessThanOrEqual(0);
  }
});
