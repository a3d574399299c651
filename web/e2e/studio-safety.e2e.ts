import { violations } from './axe.ts';
import { routes } from './marquee.ts';
import { alsoInAudit, everything } from './pages.ts';
import { enter, expect, type Page, type Studio, standing, test } from './studio.ts';

// What was typed is never lost, Studio lets nobody in who was not invited, and visitors see nothing of it.

const email = 'ada@bakery.example';
const home = 'main/pages/index.yaml';
const status = (page: Page) => page.getByRole('banner').getByRole('status');
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const main = (page: Page) => page.getByRole('main');

/** Opens the title of the first page. */
async function openTitle(page: Page, studio: Studio) {
  await enter(page, studio);
  await standing(page).getByRole('heading', { level: 1 }).click();
  await expect(title(page)).toBeFocused();
}

test('a code is mailed to who was invited, and all others get the same answer', async ({
  page,
  studio,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 401/);
  consoleWatch.expect(/status of 403/);
  studio.invite(email);
  async function ask(address: string) {
    await page.getByRole('textbox', { name: 'Email address' }).fill(address);
    const answered = page.waitForResponse('**/studio/api/sign-in');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const answer = await answered;
    await expect(page.getByRole('status')).toHaveText(/six digits is on its way/);
    return [answer.status(), await answer.text()];
  }
  await page.goto('/studio');
  const uninvited = await ask('nobody@bakery.example');
  await page.getByRole('button', { name: 'Another address' }).click();
  expect(await ask(email)).toEqual(uninvited);
  const mails = () => studio.mailbox.holding('', 'code');
  await expect.poll(() => mails().map(({ to }) => to)).toEqual([expect.stringContaining(email)]);
  const code = /\b\d{6}\b/.exec(mails()[0]?.source ?? '')?.[0] ?? '';

  const digits = page.getByRole('textbox', { name: 'Six digits from the mail' });
  await digits.fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(digits).toHaveAccessibleDescription(/wrong/);
  await digits.fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(standing(page).getByRole('heading', { level: 1 })).toBeVisible();
});

test('of two values of one field a person takes one', async ({ page, studio, consoleWatch }) => {
  consoleWatch.expect(/status of 409/);
  await openTitle(page, studio);
  await title(page).fill('Mine.');
  await expect(status(page)).toHaveText('Saved');
  studio.edit(home, 'title: AI, Redefined.', 'title: Of the disk.');
  await page.getByRole('link', { name: 'Publish' }).click();
  await main(page).getByRole('button', { name: 'Publish' }).click();
  await expect(main(page)).toContainText('Somebody else changed this');
  await expect(main(page)).toContainText('Of the disk.');
  await page.getByRole('button', { name: 'Take yours' }).click();
  await expect(main(page)).not.toContainText('Somebody else changed this');
  await main(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^Live since \d/)).toBeVisible();
  expect(studio.read(home)).toContain('title: Mine.');
});

test('what is typed without a connection is kept, over a reload too, and sent later', async ({
  page,
  context,
  studio,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED/);
  consoleWatch.expect(/ERR_FAILED/);
  await openTitle(page, studio);
  await context.setOffline(true);
  await title(page).fill('From the train.');
  await expect(status(page)).toHaveText('Not reachable: kept here');
  await context.setOffline(false);
  await expect(status(page)).toHaveText('Saved');
  await expect(page.getByRole('link', { name: '1 change', exact: false })).toBeVisible();

  const sending = '**/studio/api/changes';
  await page.route(sending, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await title(page).fill('From the tunnel.');
  await expect(status(page)).toHaveText('Not reachable: kept here');
  await page.reload();
  await expect(title(page)).toHaveValue('From the tunnel.');
  await expect(status(page)).toHaveText('Not reachable: kept here');
  await page.unroute(sending);
  await expect(status(page)).toHaveText('Saved');
  await expect(standing(page).getByRole('heading', { level: 1, name: 'From the tunnel.' })).toBeVisible();
});

test('axe finds nothing in any view of Studio', alsoInAudit, async ({ page, studio, consoleWatch }) => {
  consoleWatch.expect(/status of 401/);
  const found: string[] = [];
  const looks = [360, 768, 1440].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
  );
  const shown = everything ? looks : looks.filter((_, i) => i === 0 || i === looks.length - 1);
  async function look(view: string) {
    for (const { width, colorScheme } of shown) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const all = await violations(page);
      found.push(...all.map((one) => `${view}, ${width}, ${colorScheme}: ${one}`));
    }
  }
  await page.goto(studio.invite(email));
  await look('invitation');
  await page.goto('/studio');
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible();
  await look('sign-in');
  await openTitle(page, studio);
  await title(page).fill('');
  await expect(title(page)).toHaveAttribute('aria-invalid', 'true');
  await look('page');
  for (const view of ['Changes', 'History', 'People']) {
    await page.getByRole('link', { name: view, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: view })).toBeVisible();
    await look(view);
  }
  await page.goto(`/studio/file?file=${home}`);
  await expect(page.getByRole('textbox', { name: 'File as text' })).toBeVisible();
  await look('file');
  expect(found).toEqual([]);
});

test('visitors see nothing of Studio', async ({ page, context, studio }) => {
  const all = () =>
    Promise.all(
      routes.map(async (route) => {
        const answer = await fetch(studio.url + route);
        const headers = [...answer.headers].filter(([name]) => name !== 'date');
        return { route, headers, text: await answer.text() };
      }),
    );
  const before = await all();
  await openTitle(page, studio);
  await title(page).fill('Nobody sees this.');
  await expect(status(page)).toHaveText('Saved');
  expect(await all()).toEqual(before);
  for (const { headers, text } of before) {
    expect(headers.map(([name]) => name)).not.toContain('set-cookie');
    expect(text).not.toContain('/studio');
  }
  expect(await context.cookies(studio.url)).toEqual([]);
  expect(await context.cookies(`${studio.url}/studio`)).toHaveLength(1);
});

test('a key is in the page within 200 ms', async ({ page, studio }) => {
  await openTitle(page, studio);
  await page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    document.addEventListener('keydown', () => (pressed = performance.now()), true);
    const shown = document.querySelector('iframe')?.contentDocument;
    new MutationObserver(() => {
      if (pressed === 0) return;
      const since = pressed;
      pressed = 0;
      requestAnimationFrame(() => times.push(performance.now() - since));
    }).observe(shown ?? document, { subtree: true, characterData: true, childList: true });
    Object.assign(window, { keyTimes: times });
  });
  const times = () => page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
  for (const [i, key] of [...'twenty keys are here'].entries()) {
    await page.keyboard.type(key);
    await expect.poll(async () => (await times()).length).toBe(i + 1);
  }
  const sorted = (await times()).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
  console.log(`key to page: median ${median.toFixed(0)} ms of ${sorted.length} keys`);
  expect(median).toBeLessThanOrEqual(200);
});
