import type { Locator, TestInfo } from '@playwright/test';
import { dayOf, expect, type Marquee, type Page, ready, takeTime, test } from './marquee.ts';

// What a visitor sends arrives as a mail, once. The mails are read back from
// where the server put them.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/;

interface Sample {
  /** Site and form, as the mail's readers would say. */
  name: string;
  path: string;
  id: string;
  /** Label of its tab. */
  tab?: string;
  /** What is chosen by label. */
  choices: Record<string, string>;
  /** Title of the success. */
  sent: string;
  /** What the mail holds besides what was typed. */
  holds: string[];
}

const inquiry = {
  id: 'inquiry',
  choices: { Subject: 'website-design' },
  sent: 'Message Sent!',
  holds: ['Website Design'],
};
const booking = {
  id: 'booking',
  tab: 'Book Consultation',
  choices: { Service: 'full-consultation', Time: '5:00 PM' },
  sent: 'Booking Request Sent!',
  holds: ['Full Consultation', '5:00 PM', 'America/New'],
};
const samples: Sample[] = [
  { name: 'main contact', path: '/contact', id: 'contact', choices: {}, sent: 'Message sent successfully!', holds: [] },
  { name: 'business inquiry', path: '/websites/business/connect', ...inquiry },
  { name: 'business booking', path: '/websites/business/connect', ...booking },
  { name: 'creative inquiry', path: '/websites/creative/connect', ...inquiry },
  { name: 'creative booking', path: '/websites/creative/connect', ...booking },
];
const [contact, businessInquiry, businessBooking] = samples as [Sample, Sample, Sample];

/** Words that no other test sends. */
const words = (info: TestInfo) => `Two shops, "one" <website> & grüße. ${info.testId}`;

const formOf = (page: Page, { id }: Sample) =>
  page.locator('form').filter({ has: page.locator(`input[name="form"][value="${id}"]`) });

async function fill(form: Locator, { choices }: Sample, message: string): Promise<void> {
  await form.getByLabel('Name').fill('Ada Lovelace');
  await form.getByLabel('Email').fill('ada@example.com');
  for (const [label, value] of Object.entries(choices)) await form.getByLabel(label).selectOption(value);
  const date = form.getByLabel('Date');
  if ((await date.count()) > 0) await date.fill(await dayOf(date));
  await form.getByLabel('Message').fill(message);
}

const submit = (form: Locator) => form.locator('button[type=submit]');

async function open(page: Page, sample: Sample): Promise<Locator> {
  await ready(page, sample.path);
  if (sample.tab) await page.getByRole('tab', { name: sample.tab }).click();
  return formOf(page, sample);
}

/** Waits until the mails of everything that was sent before are there, and returns those with the words. */
async function mailsAfterAll(page: Page, marquee: Marquee, message: string) {
  const last = `The last one. ${message}`;
  const answer = await page.request.post('/api/send-contact-email', {
    data: { site: 'main', form: 'contact', name: 'Last', email: 'last@example.com', message: last },
    headers: { 'Accept-Language': 'en', 'Form-Age': '20000', 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.status()).toBeLessThan(300);
  await expect.poll(() => marquee.mailbox.holding(last)).toHaveLength(1);
  return marquee.mailbox.holding(message).filter(({ text }) => !text.includes(last));
}

async function expectMail(marquee: Marquee, message: string, sample: Sample, sent: string): Promise<void> {
  await expect.poll(() => marquee.mailbox.holding(message)).toHaveLength(1);
  const [mail] = marquee.mailbox.holding(message);
  expect(mail?.replyTo).toBe('<ada@example.com>');
  expect(mail?.subject).toContain(sent);
  for (const held of ['Ada Lovelace', 'ada@example.com', sent, sample.path, ...sample.holds])
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(held);
  if (sample.id === 'booking') expect(mail?.source).toContain('text/calendar');
}

for (const sample of samples) {
  // The creative site has the forms of the business site, in its colours.
  const details = sample.name.startsWith('creative') ? { tag: '@audit' } : {};
  test(
    `${sample.name}: what was sent arrives, and the reference stays in sight`,
    details,
    async ({ page, marquee }, info) => {
      const form = await open(page, sample);
      await fill(form, sample, words(info));
      await takeTime(page);
      await submit(form).click();
      const status = form.getByRole('status');
      await expect(status).toContainText(sample.sent);
      await expect(status.getByText(reference)).toBeInViewport({ ratio: 1 });
      const [sent = ''] = reference.exec((await status.textContent()) ?? '') ?? [];
      await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(sample.sent)).toBeVisible();
      await expect(form.getByLabel('Name')).toHaveValue('');
      expect(await status.evaluate((element) => element.contains(document.activeElement))).toBe(false);
      await expectMail(marquee, words(info), sample, sent);
      await form.getByLabel('Name').fill('G');
      await expect(status).toBeEmpty();
    },
  );

  test.describe('without JavaScript', details, () => {
    test.use({ javaScriptEnabled: false });

    test(`${sample.name}: what was sent arrives, and the page says so`, async ({ page, marquee }, info) => {
      await page.goto(sample.path);
      const form = formOf(page, sample);
      await fill(form, sample, words(info));
      await submit(form).click();
      await expect(page).toHaveURL(new RegExp(`${sample.path}\\?sent=${sample.id}&ref=.*#form-${sample.id}$`));
      const said = page.locator(`#form-${sample.id}`);
      await expect(said).toContainText(sample.sent);
      await expect(said.getByText(reference)).toBeInViewport();
      const [sent = ''] = reference.exec((await said.textContent()) ?? '') ?? [];
      await expect(form.getByLabel('Name')).toHaveValue('');
      await expectMail(marquee, words(info), sample, sent);
      // Loading again sends nothing again.
      await page.reload();
      await expect(page.locator(`#form-${sample.id}`)).toContainText(sent);
      expect(await mailsAfterAll(page, marquee, words(info))).toHaveLength(1);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('what is wrong is said at its field, and all that was typed is kept', async ({
    page,
    marquee,
    consoleWatch,
  }, info) => {
    consoleWatch.expect(/status of 422/);
    await page.goto(businessBooking.path);
    const form = formOf(page, businessBooking);
    await fill(form, businessBooking, words(info));
    await form.getByLabel('Phone').fill('call me');
    const date = await form.getByLabel('Date').inputValue();
    await submit(form).click();

    const alert = page.getByRole('alert');
    await expect(alert).toBeFocused();
    await expect(alert).toContainText('Nothing was sent yet.');
    const phone = form.getByLabel('Phone');
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expect(phone).toHaveAccessibleDescription(/phone number/);
    await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await expect(form.getByLabel('Service')).toHaveValue('full-consultation');
    await expect(form.getByLabel('Time')).toHaveValue('5:00 PM');
    await expect(form.getByLabel('Date')).toHaveValue(date);
    await expect(form.getByLabel('Message')).toHaveValue(words(info));
    await alert.getByRole('link').click();
    await expect(phone).toBeFocused();

    await phone.fill('+1 555 0100');
    await submit(form).click();
    await expect(page.locator('#form-booking')).toContainText('Booking Request Sent!');
    await expect.poll(() => marquee.mailbox.holding(words(info))).toHaveLength(1);
  });

  test('what is sent again from the page about an error tells the page and the plan all the same', async ({
    page,
    marquee,
    consoleWatch,
  }, info) => {
    consoleWatch.expect(/status of 422/);
    await page.goto(`${businessBooking.path}?form=booking&plan=quick-strategy`);
    const form = formOf(page, businessBooking);
    await fill(form, businessBooking, words(info));
    for (const wrong of ['call me', 'call me again']) {
      await form.getByLabel('Phone').fill(wrong);
      await submit(form).click();
      // The alert of the page before is not focused any more: this is the next one, and it is ready.
      await expect(page.getByRole('alert')).toBeFocused();
      await expect(page.getByRole('alert')).toContainText('Nothing was sent yet.');
    }
    await form.getByLabel('Phone').fill('+1 555 0100');
    await submit(form).click();
    await expect(page).toHaveURL(new RegExp(`${businessBooking.path}\\?sent=booking`));
    await expect.poll(() => marquee.mailbox.holding(words(info))).toHaveLength(1);
    const [mail] = marquee.mailbox.holding(words(info));
    expect(mail?.text).toContain('Quick Strategy');
    expect(mail?.text).toContain(businessBooking.path);
  });

  test('as much as a form takes is taken, in any script, and of too much nothing is lost', async ({
    page,
    marquee,
    consoleWatch,
  }, info) => {
    consoleWatch.expect(/status of 413/);
    await page.goto(contact.path);
    const form = formOf(page, contact);
    await fill(form, contact, '漢'.repeat(12_000));
    await expect(form.getByLabel('Message')).toHaveValue('漢'.repeat(5_000)); // the browser stops there
    // What does not stop people from it: browsers of old, and programs that fill in.
    const alert = page.getByRole('alert');
    for (const { count, kept } of [
      { count: 25_000, kept: 25_000 },
      { count: 60_000, kept: 0 }, // so much that it is not even read: it is still where the browser came from
    ]) {
      await form.getByLabel('Message').evaluate((field: HTMLTextAreaElement, value) => {
        field.value = value;
      }, '漢'.repeat(count));
      await submit(form).click();
      await expect(alert).toBeFocused();
      await expect(alert).toContainText('Error sending message');
      await expect(alert).toContainText('The message is too large to send.');
      await expect(form.getByLabel('Message')).toHaveValue('漢'.repeat(kept));
    }
    await fill(form, contact, '漢'.repeat(4_000) + words(info));
    await submit(form).click();
    await expect(page.locator('#form-contact')).toContainText(reference);
    await expect.poll(() => marquee.mailbox.holding(words(info))).toHaveLength(1);
  });

  test('a form that was renamed while it was open comes back with what was typed', async ({
    page,
    marquee,
    consoleWatch,
  }, info) => {
    consoleWatch.expect(/status of 422/);
    await page.goto(businessInquiry.path);
    const form = formOf(page, businessInquiry);
    await fill(form, businessInquiry, words(info));
    await form.locator('input[name=form]').evaluate((input: HTMLInputElement) => {
      input.value = 'its-old-name';
    });
    await submit(formOf(page, { ...businessInquiry, id: 'its-old-name' })).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was sent yet.');
    await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await expect(form.getByLabel('Subject')).toHaveValue('website-design');
    await expect(form.getByLabel('Message')).toHaveValue(words(info));
    await submit(form).click();
    await expect(page.locator('#form-inquiry')).toContainText(reference);
    await expect.poll(() => marquee.mailbox.holding(words(info))).toHaveLength(1);
  });

  test('the address that forms are sent to leads back to the website', async ({ page }) => {
    await page.goto('/api/send-contact-email');
    await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/$/);
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('going back and sending again is still one message', async ({ page, marquee }, info) => {
    await page.goto(contact.path);
    const form = formOf(page, contact);
    await fill(form, contact, words(info));
    await submit(form).click();
    const said = page.locator('#form-contact');
    await expect(said).toContainText(reference);
    const [sent = ''] = reference.exec((await said.textContent()) ?? '') ?? [];
    await page.goBack();
    await fill(form, contact, words(info));
    await submit(form).click();
    await expect(said).toContainText(sent);
    expect(await mailsAfterAll(page, marquee, words(info))).toHaveLength(1);
  });

  test('while forms are closed the page says so and keeps what was typed', async ({
    page,
    closed,
    consoleWatch,
  }, info) => {
    consoleWatch.expect(/status of 503/);
    await page.goto(`${closed.url}${contact.path}`);
    const form = formOf(page, contact);
    await fill(form, contact, words(info));
    await submit(form).click();
    await expect(page.getByRole('alert')).toContainText('Messages cannot be accepted right now.');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(form.getByLabel('Message')).toHaveValue(words(info));
    expect(closed.mailbox.holding(words(info))).toEqual([]);
  });
});

test('a form that the browser sent itself is answered by a page that needs no script', async ({
  page,
  consoleWatch,
}, info) => {
  consoleWatch.expect(/status of 422/);
  await page.setViewportSize({ width: 360, height: 740 });
  const form = await open(page, businessInquiry);
  await fill(form, businessInquiry, words(info));
  await form.getByLabel('Name').fill('   ');
  // As it does while the script is on its way.
  await form.evaluate((element: HTMLFormElement) => element.submit());
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/fill in/);
  await expect(form.getByLabel('Message')).toHaveValue(words(info));
  await expect(page.locator('script')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.locator('form')).toHaveCount(2);
  for (const each of await page.locator('form').all()) await expect(each).toBeVisible();
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Open menu' }).click();
  await expect(bar.getByRole('link', { name: 'Services', exact: true })).toBeVisible();
});

test('while forms are closed the server says why below the form, and all that was typed stays', async ({
  page,
  closed,
  consoleWatch,
}, info) => {
  consoleWatch.expect(/status of 503/);
  consoleWatch.expect(/^FormError: /);
  await ready(page, `${closed.url}${contact.path}`);
  const form = formOf(page, contact);
  await fill(form, contact, words(info));
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText('Messages cannot be accepted right now.');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText('Error sending message')).toBeVisible();
  await expect(form.getByLabel('Message')).toHaveValue(words(info));
});

test('a double click sends one message, and finds nothing wrong with the cleared form', async ({
  page,
  marquee,
}, info) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') requests += 1;
  });
  const form = await open(page, contact);
  await fill(form, contact, words(info));
  await takeTime(page);
  await submit(form).dblclick();
  await expect(form.getByRole('status')).toContainText(reference);
  await submit(form).dblclick();
  await expect(form.locator('[aria-invalid]')).toHaveCount(0);
  expect(await mailsAfterAll(page, marquee, words(info))).toHaveLength(1);
  expect(requests).toBe(1);
});

test('a message that could not be sent without a connection is sent once when it is back', async ({
  page,
  context,
  marquee,
  consoleWatch,
}, info) => {
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED/);
  consoleWatch.expect(/Failed to fetch/);
  const form = await open(page, businessBooking);
  await fill(form, businessBooking, words(info));
  await takeTime(page);
  await page.waitForFunction(() => document.querySelector('section[aria-label*="Notifications"]') !== null);
  await context.setOffline(true);
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText('There is no connection right now.');
  await submit(form).click();
  await expect(submit(form)).toBeEnabled();
  await context.setOffline(false);
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText(reference);
  expect(await mailsAfterAll(page, marquee, words(info))).toHaveLength(1);
});

test('a message whose answer was lost is not sent twice, and has the same reference', async ({
  page,
  marquee,
  consoleWatch,
}, info) => {
  consoleWatch.expect(/ERR_FAILED/);
  consoleWatch.expect(/Failed to fetch/);
  const answers: { reference?: string }[] = [];
  await page.route(
    '/api/send-contact-email',
    async (route) => {
      answers.push(await (await route.fetch()).json());
      await route.abort();
    },
    { times: 1 },
  );
  const form = await open(page, contact);
  await fill(form, contact, words(info));
  await takeTime(page);
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText('Error sending message');
  expect(answers[0]?.reference).toMatch(reference);
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText(answers[0]?.reference ?? 'no reference');
  expect(await mailsAfterAll(page, marquee, words(info))).toHaveLength(1);
});

test('what programs fill in is out of reach of people, and what they send is mailed to nobody', async ({
  page,
  marquee,
}, info) => {
  const form = await open(page, contact);
  const trap = form.locator('input[name=homepage]');
  await expect(page.getByRole('textbox', { name: /leave this field empty/ })).toHaveCount(0);
  const box = await trap.evaluate((element) => element.parentElement?.parentElement?.getBoundingClientRect().toJSON());
  expect(box.width * box.height).toBeLessThanOrEqual(1);
  await form.getByLabel('Name').focus();
  for (const label of ['Email', 'Message']) {
    await page.keyboard.press('Tab');
    await expect(form.getByLabel(label)).toBeFocused();
  }
  await form.getByLabel('Name').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(trap).not.toBeFocused();

  await fill(form, contact, words(info));
  await trap.evaluate((element: HTMLInputElement) => {
    element.value = 'https://spam.example';
  });
  await takeTime(page);
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText(reference);
  expect(await mailsAfterAll(page, marquee, words(info))).toEqual([]);
});

test('what was chosen on another page is chosen in the form, and the mail tells the plan', async ({
  page,
  marquee,
}, info) => {
  await ready(page, '/websites/business/services/website-consultation');
  await page.getByRole('link', { name: 'Book Quick Strategy' }).click();
  await expect(page).toHaveURL(/connect\?form=booking/);
  await expect(page.getByRole('tab', { name: 'Book Consultation' })).toHaveAttribute('aria-selected', 'true');
  const form = formOf(page, businessBooking);
  await expect(form.getByLabel('Service')).toHaveValue('business-consultation');
  await expect(form.getByLabel('Time')).toHaveValue('');
  await fill(form, { ...businessBooking, choices: { Time: '9:00 AM' } }, words(info));
  await takeTime(page);
  await submit(form).click();
  await expect(form.getByRole('status')).toContainText(reference);
  await expect.poll(() => marquee.mailbox.holding(words(info))).toHaveLength(1);
  expect(marquee.mailbox.holding(words(info))[0]?.text).toContain('Quick Strategy');
});

test('a link with choices works as an address too; what is unknown in it changes nothing', async ({ page }) => {
  await ready(page, '/websites/creative/connect?form=booking&service=discovery-call&time=never&name=Eve');
  await expect(page.getByRole('tab', { name: 'Book Consultation' })).toHaveAttribute('aria-selected', 'true');
  const form = page.locator('#form-booking');
  await expect(form.getByLabel('Service')).toHaveValue('discovery-call');
  await expect(form.getByLabel('Time')).toHaveValue('');
  await expect(form.getByLabel('Name')).toHaveValue('');
});
