import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, ready, test } from './marquee.ts';

// These tests change the content of their server; one after the other.
test.describe.configure({ mode: 'serial' });

test('a saved file is live without a restart', async ({ page, marquee }) => {
  await page.goto('/websites/business');
  marquee.edit(
    'business/pages/index.yaml',
    'Beautiful Websites That Grow Your Business',
    'Fresh Websites That Grow Your Business',
  );
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fresh Websites That Grow Your Business', {
      timeout: 100,
    });
  }).toPass({ timeout: 60_000 });
  marquee.edit(
    'business/pages/index.yaml',
    'Fresh Websites That Grow Your Business',
    'Beautiful Websites That Grow Your Business',
  );
});

test('a copied folder is a new site, and gone when it is deleted', async ({ page, request, marquee }) => {
  const bakery = path.join(marquee.content, 'bakery');
  cpSync(path.join(marquee.content, 'creative'), bakery, { recursive: true });
  for (const name of readdirSync(bakery, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(bakery, name);
    if (!file.endsWith('.yaml')) continue;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/websites/creative', '/websites/bakery'));
  }
  await expect(async () => expect((await request.get('/websites/bakery')).status()).toBe(200)).toPass({
    timeout: 60_000,
  });
  await page.goto('/websites/bakery/connect');
  await expect(page.getByRole('tab', { name: 'Book Consultation' })).toBeVisible();
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/websites/bakery/terms');
  expect((await (await request.get('/api/sites')).json()).map((site: { id: string }) => site.id)).toContain('bakery');
  rmSync(bakery, { recursive: true });
  await expect(async () => expect((await request.get('/websites/bakery')).status()).toBe(404)).toPass({
    timeout: 60_000,
  });
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('bakery');
});

test('a broken file changes nothing for visitors', async ({ page, request, marquee }) => {
  await page.goto('/about');
  const before = await (await request.get('/about')).text();
  const file = path.join(marquee.content, 'main/pages/about.yaml');
  const good = readFileSync(file, 'utf8');
  writeFileSync(file, `${good}\n\tbroken: [`);
  // A later good change in the same site waits for it; one of another site is live at once.
  marquee.edit('main/pages/technology.yaml', 'title: Technology\n', 'title: Technology That Waits\n');
  marquee.edit('creative/pages/index.yaml', 'Websites That Captivate', 'Websites That Do Not Wait');
  await expect(async () =>
    expect(await (await request.get('/websites/creative')).text()).toContain('Websites That Do Not Wait'),
  ).toPass({ timeout: 60_000 });
  for (let i = 0; i < 20; i++) {
    expect(await (await request.get('/about')).text()).toBe(before);
    expect(await (await request.get('/technology')).text()).not.toContain('Technology That Waits');
  }
  writeFileSync(file, good);
  await expect(async () =>
    expect(await (await request.get('/technology')).text()).toContain('Technology That Waits'),
  ).toPass({ timeout: 60_000 });
  marquee.edit('main/pages/technology.yaml', 'title: Technology That Waits\n', 'title: Technology\n');
  marquee.edit('creative/pages/index.yaml', 'Websites That Do Not Wait', 'Websites That Captivate');
});

test('a tab that was left open shows new words and new colours when the visitor comes back', async ({
  page,
  request,
  marquee,
}) => {
  await page.clock.install();
  await ready(page, '/about');
  const heading = page.getByRole('heading', { level: 1 });
  const stylesheet = page.locator('link[rel="stylesheet"]');
  const before = (await stylesheet.getAttribute('href')) ?? '';
  const isLive = async (pattern: RegExp) =>
    expect(async () => expect(await (await request.get('/api/pages?path=/about')).text()).toMatch(pattern)).toPass({
      timeout: 60_000,
    });
  // The client asks again on focus at most every five seconds.
  const comeBack = async () => {
    await page.clock.fastForward(6_000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };

  marquee.edit('main/pages/about.yaml', 'Pioneering AI Innovation', 'Pioneering AI Ideas');
  await isLive(/Pioneering AI Ideas/);
  await comeBack();
  await expect(heading).toHaveText('Pioneering AI Ideas');
  await expect(stylesheet).toHaveAttribute('href', before);

  marquee.edit('main/pages/about.yaml', 'Pioneering AI Ideas', 'Pioneering AI Innovation');
  const site = path.join(marquee.content, 'main/site.yaml');
  const good = readFileSync(site, 'utf8');
  marquee.edit('main/site.yaml', /background: oklch\([^)]*\)/, 'background: oklch(0.2 0.05 200)');
  await isLive(new RegExp(`^(?!.*${before.replaceAll('.', '\\.')})`, 's'));
  await comeBack();
  await expect(heading).toHaveText('Pioneering AI Innovation');
  await expect(stylesheet).not.toHaveAttribute('href', before);
  writeFileSync(site, good);
});
