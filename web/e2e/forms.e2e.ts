import type { Page } from '@playwright/test';
import { expect, test } from './marquee.ts';

async function ready(page: Page, path: string) {
  await page.goto(path);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
}

test('the contact form words its own errors and focuses the first', async ({ page }) => {
  await ready(page, '/contact');
  await page.getByLabel('Name').fill('A');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Message').fill('too short');
  await page.getByRole('main').getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
});

for (const { path, failure } of [
  { path: '/contact', failure: 'Error sending message' },
  { path: '/websites/business/connect', failure: 'Failed to send message. Please try again.' },
  { path: '/websites/creative/connect', failure: 'Failed to send message. Please try again.' },
]) {
  test(`${path}: a message that cannot be sent is kept, and the visitor is told`, async ({ page, consoleWatch }) => {
    consoleWatch.expect(/status of 503/);
    consoleWatch.expect(/^FormError: /);
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
    await expect(page.getByRole('region', { name: /Notifications/ }).getByText(failure, { exact: true })).toBeVisible();
    await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await expect(form.getByRole('button', { name: /send/i })).toBeEnabled();
  });
}

test('a message that was sent clears the form and says so', async ({ page }) => {
  await page.route('/api/send-contact-email', (route) => route.fulfill({ json: { id: 'r1' } }));
  await ready(page, '/contact');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('I would like to know more about your work.');
  await page.getByRole('main').getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Message sent successfully!')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('');
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
  await date.fill((await date.getAttribute('min')) ?? '');
  await form.getByLabel('Time').selectOption('5:00 PM');
  await form.getByRole('button').click();
  await expect(form.getByRole('button', { name: 'Sending Request...' })).toBeDisabled();
  gate.dispatchEvent(new Event('open'));
  await expect(page.getByText('Booking Request Sent!')).toBeVisible();
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
