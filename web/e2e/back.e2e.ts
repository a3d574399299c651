import { expect, type Page } from './marquee.ts';
import { asWithoutScript, seen, test } from './oracle.ts';

// Who goes back is where they were, with the focus on the link that they followed, whatever became of the click.

const options = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } } as const;

/** Follows a link in the content, and returns how the page was seen before. */
async function follow(page: Page, href: string) {
  const link = page.locator(`main a[href="${href}"]`).filter({ visible: true }).last();
  await link.scrollIntoViewIfNeeded();
  // As a click leaves it.
  await link.focus();
  const before = await seen(page);
  expect(before.scrolled).toBeGreaterThan(0);
  const title = page.getByRole('heading', { level: 1 });
  const left = (await title.textContent()) ?? '';
  await link.click();
  // The address changes before the page is there.
  await expect(page).toHaveURL((url) => url.pathname === href);
  await expect(title).not.toHaveText(left);
  return before;
}

/** Goes back to a page that was seen before, and returns how it is seen now. */
async function back(page: Page, before: Awaited<ReturnType<typeof seen>>) {
  await page.goBack({ waitUntil: 'commit' });
  let now = before;
  // Asked anew where the page is left while it answers.
  await expect(async () => {
    now = await seen(page);
    expect({ ...now, steps: 0 }).toEqual({ ...before, steps: 0 });
  }).toPass({ timeout: 60_000 });
  return now;
}

test('the page before is seen as it was left', async ({ browser, marquee }) => {
  await asWithoutScript(browser, `${marquee.url}/products`, options, async (page) =>
    back(page, await follow(page, '/fixit-ai')),
  );
});

test('so it is when two pages lie between', { tag: '@audit' }, async ({ browser, marquee }) => {
  await asWithoutScript(browser, `${marquee.url}/products`, options, async (page) => {
    const first = await follow(page, '/fixit-ai');
    const second = await follow(page, '/contact');
    return [await back(page, second), await back(page, first)];
  });
});

test('so it is when the next page may do more than this one', { tag: '@audit' }, async ({ browser, example }) => {
  await asWithoutScript(browser, example.url, options, async (page) => back(page, await follow(page, '/about')));
});

test('so it is from far down a longer page', { tag: '@audit' }, async ({ browser, marquee }) => {
  const came = await asWithoutScript(browser, `${marquee.url}/contact`, options, async (page) => {
    const scrollTo = async (top: number) => {
      await page.evaluate((to) => window.scrollTo(0, to), top);
      await expect.poll(async () => (await seen(page)).scrolled).toBe(top);
    };
    const link = page.locator('a[href="/products"]').filter({ visible: true }).last();
    await link.focus();
    await scrollTo(150);
    const before = await seen(page);
    await link.evaluate((element: HTMLElement) => element.click());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI for Real Life');
    await scrollTo(3_000);
    return back(page, before);
  });
  expect(came.scrolled).toBe(150);
});

for (const [what, answer] of [
  [
    'has another stylesheet',
    (body: string) => ({ body: body.replace(/\/assets\/theme-[^"]+\.css/, '/assets/new.css') }),
  ],
  ['is gone', () => ({ status: 404, body: '{}' })],
] as const) {
  test(`so it is when the next page ${what}`, { tag: '@audit' }, async ({ browser, marquee }) => {
    await asWithoutScript(browser, `${marquee.url}/products`, options, async (page) => {
      await page.route(/\/api\/pages\?path=(\/|%2F)fixit-ai/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, ...answer(await response.text()) });
      });
      return back(page, await follow(page, '/fixit-ai'));
    });
  });
}
