import { dayOf, expect, ready, takeTime, test } from './marquee.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the contact form words its own errors and focuses the first', async ({ page }) => {
  await ready(page, '/contact');
  await page.getByLabel('Name').fill('A');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Message').fill('too short');
  await page.getByRole('main').getByRole('button', { name: /send/i }).click();
  for (const [field, words] of [
    ['Name', 'Name must be at least 2 characters'],
    ['Email', 'Please enter a valid email address'],
    ['Message', 'Message must be at least 10 characters'],
  ] as const) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(words);
    await expect(page.getByLabel(field)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByLabel('Name')).toBeFocused();

  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields' });
  await expect(summary.getByRole('link')).toHaveCount(3);
  await summary.getByRole('link', { name: 'Message must be at least 10 characters' }).click();
  await expect(page.getByLabel('Message')).toBeFocused();
  await expect(page.getByLabel('Message')).toBeInViewport();
  await page.getByLabel('Message').fill('long enough by now');
  await expect(summary.getByRole('link')).toHaveCount(2);
});

for (const { path, failure } of [
  { path: '/contact', failure: 'Error sending message' },
  { path: '/websites/business/connect', failure: 'Failed to send message. Please try again.' },
  { path: '/websites/creative/connect', failure: 'Failed to send message. Please try again.' },
]) {
  const details = path.includes('creative') ? { tag: '@audit' } : {};
  test(
    `${path}: a message that cannot be sent is kept, and the visitor is told`,
    details,
    async ({ page, consoleWatch }) => {
      consoleWatch.expect(/status of 503/);
      consoleWatch.expect(/^FormError: /);
      await page.route('/api/send-contact-email', (route) =>
        route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
      );
      await ready(page, path);
      const form = page.locator('form').filter({ visible: true });
      await form.getByLabel('Name').fill('Ada Lovelace');
      await form.getByLabel('Email').fill('ada@example.com');
      if ((await form.getByLabel('Subject').count()) > 0)
        await form.getByLabel('Subject').selectOption('general-inquiry');
      await form.getByLabel('Message').fill('I would like to know more about your work.');
      const asked = page.waitForRequest('/api/send-contact-email');
      await form.getByRole('button', { name: /send/i }).click();
      const request = await asked;
      expect(request.headers()['idempotency-key']).toMatch(/[0-9a-f-]{36}/);
      expect(request.postDataJSON()).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' });
      await expect(
        page.getByRole('region', { name: /Notifications/ }).getByText(failure, { exact: true }),
      ).toBeVisible();
      await expect(form.getByRole('status')).toContainText('Not now.');
      await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace');
      await expect(form.getByRole('button', { name: /send/i })).toBeEnabled();
    },
  );
}

test('a message that was sent clears the form and says so', async ({ page }) => {
  await page.route('/api/send-contact-email', (route) => route.fulfill({ json: { id: 'r1' } }));
  await ready(page, '/contact');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('I would like to know more about your work.');
  await page.getByRole('main').getByRole('button', { name: /send/i }).click();
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('Message sent successfully!')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
  // The library's own styles hold, which the content security policy allows by their hash: a refusal stands on the console.
  const toast = toasts.getByRole('listitem');
  await expect(toast).toHaveCSS('position', 'absolute');
  await expect(toasts.getByRole('list')).toHaveCSS('position', 'fixed');
  // And the site's look.
  const { surface, radius } = await page.evaluate(() => {
    const card = document.body.appendChild(document.createElement('div'));
    card.className = 'rounded-card bg-surface';
    const { backgroundColor, borderRadius } = getComputedStyle(card);
    card.remove();
    return { surface: backgroundColor, radius: borderRadius };
  });
  expect(radius).not.toBe('0px');
  await expect(toast).toHaveCSS('background-color', surface);
  await expect(toast).toHaveCSS('border-radius', radius);
});

test('while a message is on its way the button waits', async ({ page }) => {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  await page.route('/api/send-contact-email', async (route) => {
    await held;
    await route.fulfill({ json: { id: 'r1' } });
  });
  await ready(page, '/websites/creative/connect');
  await page.getByRole('tab', { name: 'Book Consultation' }).click();
  const form = page.locator('form').filter({ visible: true });
  await form.getByLabel('Name').fill('Ada Lovelace');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Service').selectOption('discovery-call');
  const date = form.getByLabel('Date');
  await date.fill(await dayOf(date));
  await form.getByLabel('Time').selectOption('5:00 PM');
  await form.getByRole('button').click();
  await expect(form.getByRole('button', { name: 'Sending Request...' })).toBeDisabled();
  gate.dispatchEvent(new Event('open'));
  await expect(form.getByRole('status')).toContainText('Booking Request Sent!');
});

test('connect pages open with the inquiry; tabs follow the arrow keys', async ({ page }) => {
  await ready(page, '/websites/business/connect');
  const inquiry = page.getByRole('tab', { name: 'General Inquiry' });
  const booking = page.getByRole('tab', { name: 'Book Consultation' });
  await expect(inquiry).toHaveAttribute('aria-selected', 'true');
  await inquiry.focus();
  await page.keyboard.press('ArrowRight');
  await expect(booking).toBeFocused();
  await expect(booking).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('form').filter({ visible: true })).toHaveCount(1);
  await expect(page.locator('form').filter({ visible: true }).getByLabel('Time').locator('option')).toHaveCount(10);
});

test('the forms of the sub-sites say what is wrong in the words of the interface, below the bar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await ready(page, '/websites/business/connect');
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await page.getByRole('tab', { name: 'Book Consultation' }).click();
  const form = page.locator('form').filter({ visible: true });
  await form.getByRole('button').click();
  const summary = form.getByRole('alert');
  await expect(summary.getByRole('link')).toHaveCount(5);
  await expect(form.getByLabel('Name')).toBeFocused();
  const bar = (await page.getByRole('banner').boundingBox())?.height ?? Number.POSITIVE_INFINITY;
  expect((await summary.boundingBox())?.y).toBeGreaterThanOrEqual(bar);
  await expect(form.getByText('Name', { exact: true })).toBeInViewport({ ratio: 1 });
  for (const label of ['Name', 'Email', 'Service', 'Date', 'Time'])
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(/Please fill in this field\./);
  for (const label of ['Phone', 'Message']) await expect(form.getByLabel(label)).not.toHaveAttribute('aria-invalid');
  await form.getByLabel('Email').fill('nobody');
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/valid email address/);
  const date = form.getByLabel('Date');
  const today = (await date.getAttribute('min')) ?? '';
  expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  await date.fill('2020-01-01');
  await expect(date).toHaveAccessibleDescription(/or a later day/);
  await date.fill(today);
  await expect(date).not.toHaveAttribute('aria-invalid');
  expect(asked).toEqual([]);
});

test('each tab keeps what was typed in it', async ({ page }) => {
  await ready(page, '/websites/creative/connect');
  const name = page.locator('form').filter({ visible: true }).getByLabel('Name');
  await name.fill('Ada');
  await page.getByRole('tab', { name: 'Book Consultation' }).click();
  await expect(name).toHaveValue('');
  await name.fill('Grace');
  await page.getByRole('tab', { name: 'General Inquiry' }).click();
  await expect(name).toHaveValue('Ada');
});

test('Enter sends once, however often it is pressed; the toast can be reached and closed by keyboard', async ({
  page,
}) => {
  const keys: (string | undefined)[] = [];
  await page.route('/api/send-contact-email', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.fulfill({ json: { id: 'r1' } });
  });
  await ready(page, '/contact');
  await page.getByLabel('Message').fill('I would like to know more about your work.');
  await page.getByLabel('Name').fill('Ada Lovelace');
  const email = page.getByLabel('Email');
  await email.fill('ada@example.com');
  await email.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('Message sent successfully!')).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.keyboard.press('Alt+T');
  await expect(toasts.getByRole('list')).toBeFocused();
  await toasts.getByRole('button', { name: 'Close notification' }).press('Enter');
  await expect(toasts.getByRole('listitem')).toHaveCount(0);
});

test('what the server finds wrong stands at its field, and the next attempt is told from it', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 422/);
  consoleWatch.expect(/^FormError: /);
  await page.route('/api/send-contact-email', (route) =>
    route.fulfill({
      status: 422,
      json: { error: { code: 'invalid_form', message: 'No.', fields: { email: 'There is no such address' } } },
    }),
  );
  await ready(page, '/contact');
  const email = page.getByLabel('Email');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await email.fill('ada@example.com');
  await page.getByLabel('Message').fill('I would like to know more about your work.');
  await page.getByRole('main').getByRole('button', { name: /send/i }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription('There is no such address');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
  await email.press('End');
  await email.pressSequentially('.org');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
});

test('a page of somebody in between is no success: nothing is cleared', async ({ page, consoleWatch }) => {
  consoleWatch.expect(/^FormError: /);
  await page.route('/api/send-contact-email', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
  );
  await ready(page, '/contact');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('I would like to know more about your work.');
  await page.getByRole('main').getByRole('button', { name: /send/i }).click();
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText('Error sending message')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
});

test.describe('in the bakery', () => {
  test.use({ baseURL: async ({ example }, use) => use(example.url) });

  test('a number is what was typed, whatever the language of the browser', async ({ page, example }) => {
    await ready(page, '/catering');
    const form = page.locator('form').filter({ visible: true });
    const guests = form.getByLabel('How many guests');
    await form.getByLabel('Name').fill('Ada Lovelace');
    await form.getByLabel('Email').fill('ada@example.com');
    await form.getByLabel('What for').fill('A party of halves.');
    await guests.pressSequentially('12,50');
    await form.getByRole('button', { name: 'Ask us' }).click();
    await expect(guests).toHaveValue('12,50');
    await expect(guests).toHaveAccessibleDescription(/steps of 1\./); // and not that 1250 is too high
    await guests.fill('');
    await guests.pressSequentially('12,00');
    await takeTime(page);
    await form.getByRole('button', { name: 'Ask us' }).click();
    await expect(page).toHaveURL(/\/thanks/);
    const mails = () => example.mailbox.holding('A party of halves.');
    await expect.poll(mails).toHaveLength(1);
    expect(mails()[0]?.text).toMatch(/How many guests\W+12(\.00)?\s/);
  });
});
