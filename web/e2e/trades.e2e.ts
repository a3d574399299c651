import { violations } from './axe.ts';
import { expectToFit } from './layout.ts';
import { expect, ready, test, trades } from './marquee.ts';

// What somebody has who has just begun: `marquee init`, and a site for each trade.

test.use({ baseURL: async ({ begun }, use) => use(begun.url), contextOptions: { reducedMotion: 'reduce' } });
test.use({ viewport: { width: 360, height: 760 } });

for (const trade of trades) {
  test(`each page of a new site for the trade ${trade} comes to life, fits, and keeps WCAG 2.2 AA`, async ({
    page,
  }) => {
    for (const below of ['', '/about', '/contact', '/privacy']) {
      const address = `/websites/${trade}${below}`;
      expect(await ready(page, address)).toBe(200);
      await expectToFit(page, address);
      expect.soft(await violations(page), address).toEqual([]);
    }
  });
}
