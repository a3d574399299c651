import { expect, hydrated, type Page, test } from './marquee.ts';

// The page can be used before its script is there; what was done until then is not lost.

/** Opens a page whose script waits until the returned function is called. */
async function openWithoutScript(page: Page, path: string): Promise<() => Promise<void>> {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  await page.route(/\/assets\/entry-client-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBeUndefined();
    gate.dispatchEvent(new Event('open'));
    await hydrated(page);
  };
}

test('what was typed before the script came stays, and can be gone on with', async ({ page }) => {
  const start = await openWithoutScript(page, '/websites/business/connect');
  const form = page.locator('form').filter({ visible: true });
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Subject').selectOption('other');
  await form.getByLabel('Message').fill('Early words');
  await start();
  await form.getByLabel('Name').press('End');
  await form.getByLabel('Name').pressSequentially(' Lovelace');
  await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace');
  await expect(form.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(form.getByLabel('Subject')).toHaveValue('other');
  await expect(form.getByLabel('Message')).toHaveValue('Early words');
});

test('a tab that was chosen before the script came is open after', async ({ page }) => {
  const start = await openWithoutScript(page, '/websites/creative/connect');
  const booking = page.getByRole('tab', { name: 'Book Consultation' });
  await booking.click();
  await start();
  await expect(booking).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('form').filter({ visible: true }).getByLabel('Date')).toBeVisible();
});

test('the menu opens before the script came, stays open, and closes when a link is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const start = await openWithoutScript(page, '/');
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Open menu' }).click();
  const about = bar.getByRole('link', { name: 'About', exact: true }).filter({ visible: true });
  await expect(about).toHaveCount(1);
  await start();
  await expect(bar.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
  await about.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pioneering AI Innovation' })).toBeVisible();
  await expect(about).toHaveCount(0);
});
