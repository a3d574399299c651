import { violations } from './axe.ts';
import { expect, type Page, type Studio, test } from './studio.ts';

// Somebody who answers what visitors send, and may see nothing else, with a phone in one hand.

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Sends a form as a browser does in which somebody took their time. */
async function send(studio: Studio, values: Record<string, string>) {
  const answer = await fetch(`${studio.url}/api/send-contact-email`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: studio.url,
      'User-Agent': 'Mozilla/5.0',
      'Accept-Language': 'en',
      'Form-Age': '60000',
      Referer: `${studio.url}/websites/creative/connect?utm_source=newsletter`,
    },
    body: JSON.stringify({ site: 'creative', ...values }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

async function enterInbox(page: Page, studio: Studio, email: string) {
  await page.goto(studio.invite(email, '--role', 'inbox'));
  await page.getByRole('button', { name: 'Open Studio' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Inquiries' })).toBeVisible();
}

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('an inquiry is answered and marked, and a booking is moved', async ({ page, studio }) => {
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const moved = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await send(studio, {
    form: 'inquiry',
    name: 'Grace Hopper',
    email: 'grace@navy.example',
    subject: 'website-design',
    message: 'A website for our bakery & its <b>bread</b>.',
  });
  await send(studio, {
    form: 'booking',
    name: 'Katherine Johnson',
    email: 'katherine@orbit.example',
    service: 'discovery-call',
    date: day,
    time: '2:00 PM',
    message: 'About orbits, please.',
  });
  await enterInbox(page, studio, 'ira@evenlight.example');
  expect(await violations(page)).toEqual([]);
  await expect(page.getByRole('img', { name: 'Unread' })).toHaveCount(2);

  await page.getByRole('searchbox').fill('BAKERY');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: /Grace Hopper/ }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  await expect(page.getByText('A website for our bakery & its <b>bread</b>.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const answer = page.getByRole('link', { name: 'Answer by email' });
  const link = new URL((await answer.getAttribute('href')) ?? '');
  expect(link.pathname).toBe('grace@navy.example');
  expect(link.searchParams.get('subject')).toContain('General Inquiry');
  expect(link.searchParams.get('body')).toMatch(
    /you wrote:\r\n> .*\r\n(> .*\r\n)*> Message: A website for our bakery &/,
  );
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault())); // there is no mail program
  await answer.tap();
  await expect(page.getByText(/^Answered: .*ira@evenlight.example$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Note for the team' }).fill('She wants to see the bakery.');
  await expect(page.getByText(/^Saved: .*ira@evenlight.example$/)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as done' }).tap();
  await expect(page.getByText(/^Done: .*ira@evenlight.example$/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).tap();

  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Open', exact: true }).tap();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: /Katherine Johnson/ }).tap();
  const booking = card(page, 'Appointment');
  await booking.getByLabel('Day').fill(moved);
  await booking.getByLabel('Time').fill('08:15');
  await booking.getByRole('button', { name: 'Move, and tell by mail' }).tap();
  await expect(booking.getByRole('status')).toContainText(/^Confirmed: .*8:15 AM/);
  await expect.poll(() => studio.mailbox.holding('', 'appointment').length).toBe(1);
  const [mail] = studio.mailbox.holding('', 'appointment');
  expect(mail?.to).toContain('katherine@orbit.example');
  const files = [...(mail?.source ?? '').matchAll(/Content-Type: text\/calendar[\s\S]*?\r?\n\r?\n([\w+/=\r\n]+)/g)];
  const calendar = Buffer.from(files[0]?.[1] ?? '', 'base64').toString();
  expect(calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:1[\s\S]*STATUS:CONFIRMED/);
  expect(calendar).toContain(`DTSTART:${moved.replaceAll('-', '')}T1`);

  await page.goto('/studio/inquiries/report');
  await page.getByRole('button', { name: 'Month after' }).tap();
  await expect(page.getByText('Inquiries: 2')).toBeVisible();
  await expect(card(page, 'By campaign')).toContainText('newsletter');
  expect(await violations(page)).toEqual([]);
});

test('of two notes for one inquiry both are shown, and one is taken', { tag: '@audit' }, async ({
  page,
  studio,
  browser,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 409/);
  await send(studio, {
    form: 'inquiry',
    name: 'Grace Hopper',
    email: 'grace@navy.example',
    subject: 'website-design',
    message: 'Which of you answers this?',
  });
  await enterInbox(page, studio, 'ira@evenlight.example');
  await page.getByRole('link', { name: /Grace Hopper/ }).tap();
  const note = (of: Page) => of.getByRole('textbox', { name: 'Note for the team' });
  await expect(note(page)).toBeVisible();
  const context = await browser.newContext({ baseURL: studio.url, locale: 'en-US' });
  const other = await context.newPage();
  await other.goto(studio.invite('olga@evenlight.example', '--role', 'inbox'));
  await other.getByRole('button', { name: 'Open Studio' }).click();
  await other.getByRole('link', { name: /Grace Hopper/ }).click();
  await note(other).fill('Olga does.');
  await expect(other.getByText(/^Saved: /)).toBeVisible();
  await context.close();

  await note(page).fill('Ira does.');
  await expect(page.getByText('Somebody else wrote here, too')).toBeVisible();
  await expect(card(page, 'In the team').getByText('Olga does.')).toBeVisible();
  await page.getByRole('button', { name: 'Take yours' }).tap();
  await expect(page.getByText(/^Saved: .*ira@evenlight.example$/)).toBeVisible();
  await page.reload();
  await expect(note(page)).toHaveValue('Ira does.');
});
