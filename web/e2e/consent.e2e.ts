import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shift } from './layout.ts';
import { expect, test } from './marquee.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const settings = `
integrations: {ga4: {measurement: G-ABC123DEF4}}
consent:
  title: May we count your visit?
  text: Google would learn which pages you read. It helps us to see what is read at all.
  accept: Yes, count
  decline: No
  change: Counting of visits
`;

const homes = { main: '/', business: '/websites/business', creative: '/websites/creative' };

for (const [site, home] of Object.entries(homes)) {
  test(`the question for consent covers no button at the top of ${home}, and moves nothing`, async ({
    page,
    marquee,
  }) => {
    const file = path.join(marquee.content, site, 'site.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before + settings);
    try {
      await expect.poll(async () => (await page.request.get(home)).text()).toContain('Counting of visits');
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
        [768, 1024],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(home);
        const question = page.getByRole('region', { name: 'May we count your visit?' });
        await expect(question).toBeVisible();
        // Where buttons are below each other there is only room for the first.
        const free = width < 640 ? 1 : Number.POSITIVE_INFINITY;
        const covered = await question.evaluate((element, count) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return Array.from(document.querySelectorAll('[data-section="hero"] .button'))
            .slice(0, count)
            .filter((button) => {
              const box = button.getBoundingClientRect();
              return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
            })
            .map(({ textContent }) => textContent);
        }, free);
        expect.soft(covered, `covered at ${width} × ${height}`).toEqual([]);
        expect.soft(await shift(page), `jumps at ${width} × ${height}`).toBeLessThan(0.01);
      }
      // Who uses the keyboard comes to it first.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'May we count your visit?' })).toBeHidden();
    } finally {
      writeFileSync(file, before);
    }
  });
}
