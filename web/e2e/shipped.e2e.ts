import { expectToFit } from './layout.ts';
import { expect, type Page, ready, test } from './marquee.ts';
import { alsoInAudit, pagesToLookAt } from './pages.ts';

// What is shipped is tested for what must hold whatever it says.

/** What can be pressed, and lies below something else where a pointer would press it. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll(':is(a[href], button, input, select, textarea, summary):not([tabindex="-1"])'))
      .filter((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = element.getClientRects()[0];
        // What is for screen readers alone is one pixel wide.
        if (!box || box.width < 2 || !element.checkVisibility({ visibilityProperty: true })) return false;
        const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !(element.closest('label') ?? element).contains(above);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );
}

// The renderer of Chromium 156 has crashed here ("Page crashed"), and nobody knows why: the same page loads the next
// time. The report shows what failed first.
test.describe.configure({ retries: 1 });

test(
  'every kind of shipped page is complete, hydrates without a word on the console, fits a phone, and covers nothing',
  alsoInAudit,
  async ({ page, shipped }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of await pagesToLookAt(shipped)) {
      await ready(page, path);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      await expect.soft(page.getByRole('main'), path).toHaveCount(1);
      expect.soft(await page.locator('[style]').count(), `${path}: style attributes`).toBe(0);
      await expectToFit(page, path);
      expect.soft(await covered(page), `${path}: covered on a phone`).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect.soft(await covered(page), `${path}: covered on a wide screen`).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
    }
  },
);

test('on paper all words are dark, and what is behind them is not', alsoInAudit, async ({ page, shipped }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of await pagesToLookAt(shipped)) {
    await ready(page, path);
    expect.soft(await paleOnPaper(page), path).toEqual([]);
  }
});

/** Words that are paler than grey, and words on a ground that is darker. */
function paleOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    /** How light a colour is on white paper, from 0 to 255. */
    const lightness = (color: string) => {
      if (!canvas) throw new Error('no canvas');
      canvas.fillStyle = '#fff';
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data[1] ?? 0;
    };
    return Array.from(document.body.querySelectorAll<HTMLElement>('*'))
      .filter((element) => Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return lightness(color) > 128 || lightness(backgroundColor) < 128;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
