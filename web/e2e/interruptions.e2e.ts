import { expect, hydrated, type Page, ready, test } from './marquee.ts';

// What comes between a visitor and what they are doing: nothing typed is lost, and nothing is said that content does not say.

const message = 'I would like to know more about your work.';
const offline =
  'There is no connection right now. Please check that you are online, then try again. Nothing that you typed is lost.';
const bar = (page: Page, name: string) => page.getByRole('navigation').first().getByRole('link', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Send/ });
/** Expects nothing of what browsers and HTTP say by themselves. */
const expectNoJargon = (page: Page) =>
  expect(page.locator('body')).not.toContainText(
    /failed to fetch|networkerror|load failed|bad request|internal server error|typeerror|cannot read|undefined/i,
    { useInnerText: true },
  );

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill(message);
}

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Message')).toHaveValue(message);
}

/** Answers the form when the returned function is called. */
async function holdForm(page: Page): Promise<() => void> {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  await page.route('/api/send-contact-email', async (route) => {
    await held;
    await route.fulfill({ json: { id: 'r1', reference: 'K7M3-9QXA' } });
  });
  return () => void gate.dispatchEvent(new Event('open'));
}

test('what was typed is there again on the way back, on the way forward and by a link, and nowhere on the device', async ({
  page,
}) => {
  await ready(page, '/about');
  await bar(page, 'Contact').click();
  await fillIn(page);
  await page.goBack();
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  await page.goForward();
  await expectTyped(page);
  await bar(page, 'Technology').click();
  await expect(title(page, 'Cutting-Edge Technology')).toBeVisible();
  await bar(page, 'Contact').click();
  await expectTyped(page);
  const stored = await page.evaluate(async () => [
    localStorage.length,
    sessionStorage.length,
    (await indexedDB.databases()).length,
    document.cookie,
    JSON.stringify(history.state).includes('Ada'),
  ]);
  expect(stored).toEqual([0, 0, 0, '', false]);
});

test('what was typed survives the error screen', async ({ page, context, consoleWatch }) => {
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED/);
  await ready(page, '/contact');
  await fillIn(page);
  // The last chunk of the page: what comes later cannot load without a connection, and the console says so.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await context.setOffline(true);
  await bar(page, 'About').click();
  await expect(title(page, 'Unexpected Application Error!')).toBeFocused();
  await expect(page.getByText(offline)).toBeVisible();
  await expectNoJargon(page);
  await page.goBack();
  await expectTyped(page);
  await context.setOffline(false);
});

test('what was sent does not come back', async ({ page }) => {
  const answer = await holdForm(page);
  await ready(page, '/contact');
  await fillIn(page);
  await send(page).click();
  await bar(page, 'About').click();
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  answer();
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByText('Message sent successfully!'),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('new content leaves alone a form that somebody is writing in, with a new stylesheet too', async ({
  page,
  request,
  marquee,
}) => {
  await page.route(/\/api\/pages\?path=(\/|%2F)contact/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/\/assets\/theme-[^"]+\.css/, '/assets/theme-new.css');
    await route.fulfill({ response: answer, body });
  });
  await ready(page, '/contact');
  const field = page.getByLabel('Message');
  await field.pressSequentially('Half a');
  await field.evaluate((element) => {
    element.dataset.marked = 'true';
  });
  const file = 'main/pages/contact.yaml';
  const inserted = '  - quote: {text: News of today.}\n\n  - forms:';
  marquee.edit(file, '  - forms:', inserted);
  try {
    await expect.poll(async () => (await request.get('/api/pages?path=/contact')).text()).toContain('News of today.');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('News of today.')).toBeVisible();
    await expect(field).toBeFocused();
    await page.keyboard.type(' word');
    await expect(field).toHaveValue('Half a word');
    await expect(field).toHaveAttribute('data-marked', 'true');
  } finally {
    marquee.edit(file, inserted, '  - forms:');
  }
});

/** Takes from the data of the page about what its cards cannot do without. */
const breakCards = (data: string) => {
  const broken = data.replace(/("type":"cards",[^\]]*?)"items":/, '$1"missing":');
  expect(broken).not.toBe(data);
  return broken;
};

test('a broken section takes down itself alone', async ({ page, consoleWatch }) => {
  consoleWatch.expect(/TypeError/);
  await page.route(/\/api\/pages\?path=(\/|%2F)about/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: breakCards(await answer.text()) });
  });
  await ready(page, '/');
  await bar(page, 'About').click();
  await expect(title(page, 'Pioneering AI Innovation')).toBeFocused();
  await expect(page.getByText('Our Mission')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Get in Touch' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expectNoJargon(page);
  await bar(page, 'Technology').click();
  await expect(title(page, 'Cutting-Edge Technology')).toBeVisible();
});

test('the rest of a page stays when the server has left out a section, and the client cannot render it', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/TypeError/);
  await page.route('/about', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    // As React writes it.
    const without = html.replace(
      /<!--\$--><section(?:(?!<!--\/\$-->)[\s\S])*Our Mission[\s\S]*?<!--\/\$-->/,
      '<!--$!--><template></template><!--/$-->',
    );
    expect(without).not.toBe(html);
    await route.fulfill({ response: answer, body: breakCards(without) });
  });
  await page.goto('/about', { waitUntil: 'commit' });
  await title(page, 'Pioneering AI Innovation').evaluate((element) => {
    element.dataset.marked = 'true';
  });
  await hydrated(page);
  await bar(page, 'Technology').hover();
  await expect(title(page, 'Pioneering AI Innovation')).toHaveAttribute('data-marked', 'true');
  await expect(page.getByRole('main').getByRole('link', { name: 'Get in Touch' })).toBeVisible();
  await expect(page.getByText('Our Mission')).toHaveCount(0);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`an anchor of another page is where the visitor arrives, with motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await ready(page, '/products');
    await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
    await page.waitForFunction(() => window.scrollY === 500);
    // Where each frame that shows the new page is scrolled to.
    await page.evaluate(() => {
      const seen: number[] = [];
      const watch = () => {
        if (document.getElementById('vision')) seen.push(Math.round(window.scrollY));
        requestAnimationFrame(watch);
      };
      watch();
      Object.assign(window, { seen });
    });
    await page
      .getByRole('link', { name: 'Learn More' })
      .and(page.locator('[href="/#products"]'))
      .evaluate((link: HTMLElement) => link.click());
    await expect(page.locator('#products')).toBeFocused();
    await expect(page.locator('#products')).toBeInViewport();
    await page.waitForFunction(() => (window as unknown as { seen: number[] }).seen.length > 30);
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    expect(new Set(seen).size, seen.join()).toBe(1);
    expect(seen[0]).toBeGreaterThan(0);
    await page.goBack();
    await page.waitForFunction(() => window.scrollY === 500);
  });
}

test('an anchor of a page with another stylesheet is arrived at, too', async ({ page }) => {
  // Who looks into a document whose styles are not there yet, as this test does, ends a transition between the two.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/api\/pages\?path=(\/|%2F)$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/\/assets\/theme-[^"]+\.css/, '/assets/theme-new.css');
    await route.fulfill({ response: answer, body });
  });
  await ready(page, '/products');
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
  const loaded = page.waitForEvent('load');
  await page
    .getByRole('link', { name: 'Learn More' })
    .and(page.locator('[href="/#products"]'))
    .evaluate((link: HTMLElement) => link.click());
  await loaded;
  await expect(page.locator('#vision')).toBeAttached();
  await expect(page.locator('#products')).toBeInViewport();
});

test('the button keeps the focus while a message is on its way, and sends nothing twice', async ({ page }) => {
  const answer = await holdForm(page);
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await ready(page, '/contact');
  await fillIn(page);
  await send(page).press('Enter');
  const sending = page.getByRole('button', { name: 'Sending...' });
  await expect(sending).toBeFocused();
  await expect(sending).toBeDisabled();
  await sending.press('Enter');
  await sending.click({ force: true });
  await page.getByLabel('Name').press('Enter');
  await sending.focus();
  answer();
  await expect(page.getByRole('main').getByRole('status')).toContainText('K7M3-9QXA');
  await expect(send(page)).toBeFocused();
  await expect(send(page)).toBeEnabled();
  expect(asked).toHaveLength(1);
});

/** How many regions that are read out hold the words. */
const readOut = (page: Page, words: string) =>
  page.evaluate((part) => {
    const live = '[aria-live], [role=status], [role=alert], output';
    const regions = [...document.querySelectorAll(live)].filter((region) => region.textContent?.includes(part));
    return regions.filter((region) => region.getAttribute('aria-live') !== 'off').length;
  }, words);

test('success is read out once, wherever the visitor is by then', async ({ page }) => {
  const answer = await holdForm(page);
  const words = 'Message sent successfully!';
  await ready(page, '/contact');
  await fillIn(page);
  await send(page).click();
  answer();
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByText(words);
  await expect(toast).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText(words);
  await expect.poll(() => readOut(page, words)).toBe(1);
  await page.getByRole('button', { name: 'Close notification' }).click();
  await expect(toast).toBeHidden();
  // The second message is answered when its form is not on display any more.
  const later = await holdForm(page);
  await fillIn(page);
  await send(page).click();
  await bar(page, 'About').click();
  await expect(title(page, 'Pioneering AI Innovation')).toBeVisible();
  later();
  await expect(toast).toBeVisible();
  await expect.poll(() => readOut(page, words)).toBe(1);
});

test('a status is shown as its number and in words of the content', async ({ page, consoleWatch }) => {
  consoleWatch.expect(/status of 400/);
  await page.route(/\/api\/pages\?path=(\/|%2F)about/, (route) => route.fulfill({ status: 400, json: {} }));
  await ready(page, '/');
  await bar(page, 'About').click();
  await expect(title(page, 'Unexpected Application Error!')).toBeVisible();
  await expect(page.getByText('400', { exact: true })).toBeVisible();
  await expect(page.getByText('Something went wrong while this page was being put together.')).toBeVisible();
  await expectNoJargon(page);
});

test('who sends without a connection is told so, and sends the same words later', async ({
  page,
  context,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED/);
  consoleWatch.expect(/TypeError/);
  await ready(page, '/contact');
  await fillIn(page);
  await context.setOffline(true);
  await send(page).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(offline);
  await expectNoJargon(page);
  await expectTyped(page);
  await expect(send(page)).toBeFocused();
  await context.setOffline(false);
  await page.route('/api/send-contact-email', (route) => route.fulfill({ json: { id: 'r1' } }));
  await send(page).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Message sent successfully!');
});
