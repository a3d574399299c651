import type { Locator } from '@playwright/test';
import { contrastViolations, violations } from './axe.ts';
import { expect, type Page, ready, test } from './marquee.ts';
import { alsoInAudit, everything, pagesToLookAt } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Both have the same forms, in colours of their own. */
const connectPages = everything
  ? ['/websites/business/connect', '/websites/creative/connect']
  : ['/websites/creative/connect'];

/** What axe finds in a page as it is, and in its colours for visitors whose device is set to dark where it has them. */
async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found = await violations(page);
  const colour = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  if ((await colour()) !== light)
    found.push(...(await contrastViolations(page)).map((violation) => `dark: ${violation}`));
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

for (const width of [360, 768, 1440]) {
  test.describe(`${width} pixels wide`, { tag: width === 360 ? [] : '@audit' }, () => {
    test.use({ viewport: { width, height: 800 } });

    test('every kind of page keeps the rules of WCAG 2.2 AA', alsoInAudit, async ({ page, marquee }) => {
      for (const address of await pagesToLookAt(marquee)) {
        await ready(page, address);
        expect.soft(await violationsInBothSchemes(page), address).toEqual([]);
      }
    });

    test('so does the page for unknown paths', async ({ page, consoleWatch }) => {
      consoleWatch.expect(/Oops! Page not found/);
      consoleWatch.expect(/status of 404/);
      await ready(page, '/no/such/page');
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });

    test('so does a form with errors, with a failure, and with a success', async ({ page, consoleWatch }) => {
      consoleWatch.expect(/status of 503/);
      consoleWatch.expect(/^FormError: /);
      await ready(page, '/contact');
      const send = page.getByRole('main').getByRole('button', { name: /send/i });
      await send.click();
      await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name must be at least 2 characters');
      expect(await violationsInBothSchemes(page), 'errors').toEqual([]);
      await page.getByLabel('Name').fill('Ada Lovelace');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Message').fill('I would like to know more about your work.');
      await page.route('/api/send-contact-email', (route) =>
        route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
      );
      await send.click();
      const toasts = page.getByRole('region', { name: /Notifications/ });
      await expect(toasts.getByText('Error sending message')).toBeVisible();
      expect(await violationsInBothSchemes(page), 'failure').toEqual([]);
      await page.unroute('/api/send-contact-email');
      await page.route('/api/send-contact-email', (route) =>
        route.fulfill({ json: { id: 'r1', reference: 'K7M3-9QXA' } }),
      );
      await send.click();
      await expect(toasts.getByText('Message sent successfully!')).toBeVisible();
      expect(await violationsInBothSchemes(page), 'success').toEqual([]);
    });

    test('so do the pages that answer a form without a script', alsoInAudit, async ({ page, consoleWatch }) => {
      consoleWatch.expect(/status of 422/);
      // As the browser does while the script is on its way.
      const send = (form: Locator) => form.evaluate((element: HTMLFormElement) => element.submit());
      for (const path of connectPages) {
        await ready(page, path);
        const form = page.locator('form').filter({ has: page.getByLabel('Subject') });
        await form.getByLabel('Name').fill('   ');
        await form.getByLabel('Email').fill('ada@example.com');
        await form.getByLabel('Subject').selectOption('other');
        await form.getByLabel('Message').fill('I would like to know more about your work.');
        await send(form);
        await expect(page.getByRole('alert')).toBeFocused();
        expect(await violationsInBothSchemes(page), `${path}: errors`).toEqual([]);
        await form.getByLabel('Name').fill('Ada Lovelace');
        await send(form);
        await expect(page.getByText('Message Sent!')).toBeInViewport();
        expect(await violationsInBothSchemes(page), `${path}: sent`).toEqual([]);
      }
    });

    test('so does the second tab of a connect page', alsoInAudit, async ({ page }) => {
      for (const path of connectPages) {
        await ready(page, path);
        await page.getByRole('tab', { name: 'Book Consultation' }).click();
        expect(await violationsInBothSchemes(page), path).toEqual([]);
      }
    });
  });
}

test('so does the open menu of a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/websites/business', '/websites/creative']) {
    await ready(page, path);
    const open = page.getByRole('button', { name: 'Open menu' });
    if ((await open.count()) === 0) continue;
    await open.click();
    expect(await violationsInBothSchemes(page), path).toEqual([]);
  }
});

test('a page that breaks the rules is found, so that silence means something', async ({ page }) => {
  await ready(page, '/websites/business/privacy');
  await page.evaluate(() => {
    const title = document.querySelector('h1');
    if (title) title.style.color = 'var(--line)';
    document.querySelector('main')?.append(document.createElement('button'));
  });
  const found = (await violationsInBothSchemes(page)).map((violation) => violation.replace(/: [^:]*: Fix .*/, ''));
  expect(found.toSorted()).toEqual(['button-name', 'color-contrast', 'dark: color-contrast']);
});
