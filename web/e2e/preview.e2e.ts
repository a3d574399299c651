import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Marquee, type Page, ready, test, withoutOurs } from './marquee.ts';

const binary = fileURLToPath(new URL('../../bin/marquee', import.meta.url));

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Writes a draft, opens it by a link, and takes it away again when the test is over. */
async function preview(marquee: Marquee, page: Page, look: () => Promise<void>): Promise<void> {
  const draft = path.join(marquee.content, 'main/pages/hidden.yaml');
  const data = path.join(marquee.content, '../var');
  writeFileSync(
    draft,
    'title: Hidden\ndescription: A draft.\ndraft: true\nsections:\n  - hero: {title: Hidden}\n  - forms: {refs: [contact]}\n',
  );
  try {
    const arguments_ = ['preview-link', '/hidden', '--content', marquee.content, '--data', data];
    const link = new URL(
      execFileSync(binary, arguments_, { encoding: 'utf8', env: withoutOurs(process.env), stdio: 'pipe' }),
    );
    await expect(async () => {
      const answer = await page.goto(`${marquee.url}${link.pathname}${link.search}`);
      expect(answer?.status()).toBe(200);
    }).toPass();
    expect(page.url(), 'the address has no secret any more').toBe(`${marquee.url}/hidden`);
    await look();
  } finally {
    rmSync(draft);
  }
}

const sentence = 'This is a preview: nothing was sent and nothing was stored.';

async function send(page: Page): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Message' }) });
  await form.getByLabel('Name').fill('Ada Lovelace');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByRole('textbox', { name: 'Message' }).fill('Bread for ten, please.');
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(sentence).first()).toBeVisible();
}

test('a preview says so on every page, takes no form, and is left by the keyboard', async ({
  marquee,
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/404 \(Not Found\)|423 \(Locked\)/);
  consoleWatch.expect(/^FormError: This is a preview/);
  consoleWatch.expect(/^Oops! Page not found/); // the page after the preview
  await page.setViewportSize({ width: 360, height: 740 });
  await preview(marquee, page, async () => {
    await ready(page, '/hidden');
    const bar = page.locator('.preview-bar');
    const leave = page.getByRole('button', { name: 'Leave the preview' });
    await expect(bar).toContainText('scheduled pages are shown');
    await expect(bar).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing is cut off').toBe(360);
    await send(page);
    await expect(bar).toBeInViewport();

    await page.locator('a, button, input, textarea').locator('visible=true').last().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(leave).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Hidden');
    await expect.poll(() => consoleWatch.messages.map(({ text }) => text).join('\n')).toContain('Oops! Page not found');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form in a preview says that nothing was sent', async ({ marquee, page, consoleWatch }) => {
    consoleWatch.expect(/404 \(Not Found\)|423 \(Locked\)/);
    await preview(marquee, page, async () => {
      await send(page);
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Bread for ten, please.');
      await expect(page.locator('.preview-bar')).toBeInViewport();
    });
  });
});
