import { expectToFit, shift } from './layout.ts';
import { expect, ready, test } from './marquee.ts';
import { pagesToLookAt } from './pages.ts';

for (const route of ['/', '/websites/business', '/websites/creative']) {
  test(`${route} stands still on a wide screen, before its fonts are there and after`, async ({ page }) => {
    await page.route(/\.woff2$/, async (route) => {
      // Late on purpose: the page is drawn with the fallback font first.
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await ready(page, route);
    await page.evaluate(() => document.fonts.ready);
    expect(await shift(page)).toBeLessThan(0.01);
  });
}

test('in print a legal page is its text, without bars', async ({ page }) => {
  await ready(page, '/privacy-policy');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Who We Are' })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
});

test('in forced colours the chosen tab differs from the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await ready(page, '/websites/business/connect');
  const decoration = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).textDecorationLine);
  expect(await decoration('General Inquiry')).toBe('underline');
  expect(await decoration('Book Consultation')).toBe('none');
});

test('at four times the size the menu can be scrolled to its end', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 200 });
  await ready(page, '/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation').first();
  const { bottom, height } = await menu.evaluate((element) => ({
    bottom: element.getBoundingClientRect().bottom,
    height: window.innerHeight,
  }));
  expect(bottom).toBeLessThanOrEqual(height);
  const last = menu.getByRole('link').last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('doors stand above the window that they dress', async ({ page }) => {
  await ready(page, '/websites/business');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const doors = await page.locator('[data-slot="tab"]').evaluateAll((all) => {
      const ends = all.map((door) => door.getBoundingClientRect().bottom);
      return Math.max(...ends);
    });
    const [front] = await page
      .locator('[data-section="industries"] [data-slot="media"]')
      .evaluateAll((all) => all.map((window) => window.getBoundingClientRect().top));
    expect(doors, `at ${width} pixels`).toBeLessThanOrEqual(front ?? 0);
  }
});

test('in print no words of a shipped page are pale, or on a ground', async ({ page, shipped }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', '/websites/business', '/websites/business/services/ecommerce', '/websites/creative']) {
    await page.goto(shipped.url + path);
    const painted = await page.evaluate(() =>
      Array.from(document.querySelectorAll('main :is(h1, h2, h3, p, li, a, span, td, th, dt, dd)'))
        .filter((words) => words.checkVisibility() && words.textContent?.trim())
        .filter((words) => {
          const grounds: string[] = [];
          for (let at: Element | null = words; at && at !== document.body; at = at.parentElement)
            grounds.push(getComputedStyle(at).backgroundColor, getComputedStyle(at).backgroundImage);
          const bare = grounds.every((ground) => ground === 'rgba(0, 0, 0, 0)' || ground === 'none');
          return !bare || getComputedStyle(words).color !== 'rgb(0, 0, 0)';
        })
        .map(({ textContent }) => textContent?.slice(0, 40)),
    );
    expect.soft(painted, path).toEqual([]);
  }
});

test('with the spacing of WCAG 1.4.12, nothing of a shipped page is wider than a window of 320 pixels', async ({
  page,
  shipped,
  example,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [shipped.url, ...(await pagesToLookAt(shipped, example))]) {
    await page.goto(path);
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      document.adoptedStyleSheets = [spacing];
    });
    await expectToFit(page, path);
  }
});

test('halves of a form side by side have their controls on one line, however long a label is', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await ready(page, '/websites/business/connect');
  const tops = await page.evaluate(() => {
    const labels = Array.from(document.querySelectorAll('form label[for]')).filter(
      (label) => label.parentElement && getComputedStyle(label.parentElement).gridRowEnd === 'span 2',
    );
    const [first, second] = labels;
    if (!first?.firstChild || !second) return [];
    first.firstChild.textContent = 'What people call you when they write to you or call you by phone';
    const top = (label: Element) => label.nextElementSibling?.getBoundingClientRect().top ?? 0;
    return [top(first), top(second), label(first), label(second)];
    function label(element: Element) {
      return element.getBoundingClientRect().height;
    }
  });
  const [one, other, tall = 0, low = 0] = tops;
  expect(tall).toBeGreaterThan(1.5 * low);
  expect(one).toBe(other);
});
