import { expectToFit, readyAndStill } from './layout.ts';
import { expect, routes, test } from './marquee.ts';
import { alsoInAudit, pagesToLookAt } from './pages.ts';

const siteOf = (route: string) => route.split('/')[2] ?? 'main';

for (const site of new Set(routes.map(siteOf))) {
  test(`every page of ${site} is complete, hydrates without a word on the console, keeps its HTML, and fits`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const route of routes.filter((path) => siteOf(path) === site)) {
      await test.step(route, async () => {
        expect(await readyAndStill(page, route)).toBe(200);
        await expectToFit(page, route);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('main')).toHaveCount(1);
        expect(await page.locator('[style]').count(), 'style attributes').toBe(0);
      });
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every kind of page reads the same', alsoInAudit, async ({ page, marquee }) => {
    for (const address of await pagesToLookAt(marquee)) {
      await page.goto(address);
      await expect.soft(page.getByRole('heading', { level: 1 }), address).toBeVisible();
      await expect.soft(page.getByRole('contentinfo'), address).toBeVisible();
      await expect.soft(page, address).toHaveTitle(/.+/);
    }
  });

  test('the menu of a narrow screen opens, and its links lead on', async ({ page, marquee }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page
      .getByRole('button', { name: 'Open menu' })
      .or(page.locator('summary', { hasText: 'Open menu' }))
      .first()
      .click();
    await page.getByRole('link', { name: 'Technology', exact: true }).first().click();
    await expect(page).toHaveURL(`${marquee.url}/technology`);
  });

  test('both forms of a connect page are there', async ({ page }) => {
    await page.goto('/websites/business/connect');
    await expect(page.getByRole('button', { name: /send/i }).first()).toBeVisible();
    await expect(page.locator('form')).toHaveCount(2);
    for (const form of await page.locator('form').all()) await expect(form).toBeVisible();
  });
});

test('an unknown path shows the not-found page, which fits, and logs the path', async ({
  page,
  consoleWatch,
  marquee,
}) => {
  consoleWatch.expect(/Oops! Page not found \/no\/such\/page/);
  consoleWatch.expect(/status of 404/); // the browser's own words for the document
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await readyAndStill(page, '/no/such/page')).toBe(404);
  await expectToFit(page, '/no/such/page');
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(`${marquee.url}/`);
});

test('a page whose HTML differs from its data says so, so that silence means something', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/hydrat|418/i);
  await page.route('/about', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('<h1', '<h1 lang="xx"').replace(/Pioneering/, 'Pioneered');
    await route.fulfill({ response: answer, body });
  });
  const said = page.waitForEvent('console', (message) => /hydrat|418/i.test(message.text()));
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await said; // a section is taken over after the page
});
