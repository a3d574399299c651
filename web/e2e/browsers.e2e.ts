import { existsSync } from 'node:fs';
import { type BrowserType, firefox, webkit } from '@playwright/test';
import { expect, hydrated, test } from './marquee.ts';

// The other engines draw one page of every template. They are Playwright's own builds: no system packages stand in.

const templates = ['/', '/contact', '/privacy-policy', '/websites/business', '/websites/creative'];

/** Whether Playwright has a build of this browser on this machine. */
const installed = (type: BrowserType) => existsSync(type.executablePath());

for (const type of [firefox, webkit]) {
  test(`${type.name()} shows every template and lets a form be filled in`, async ({ marquee }) => {
    test.skip(!installed(type), `Playwright has no ${type.name()} here: npx playwright install ${type.name()}`);
    test.setTimeout(120_000);
    const browser = await type.launch();
    try {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      for (const path of templates) {
        expect.soft((await page.goto(marquee.url + path))?.status(), path).toBe(200);
        await hydrated(page);
        await expect.soft(page.getByRole('heading', { level: 1 }), path).toBeVisible();
        const [content, window] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ]);
        expect.soft(content, `${path} is wider than the window`).toBeLessThanOrEqual(window ?? 0);
      }
      expect(errors).toEqual([]);
      expect((await page.goto(`${marquee.url}/no/such/page`))?.status()).toBe(404);
      await page.goto(`${marquee.url}/contact`);
      await hydrated(page);
      await page.getByRole('main').getByRole('button', { name: /send/i }).click();
      await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name must be at least 2 characters');
    } finally {
      await browser.close();
    }
  });
}
