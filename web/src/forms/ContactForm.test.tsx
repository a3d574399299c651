import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Form } from '../content/types.gen';
import { bookingForm, inquiryForm, messageForm, site } from '../test-data';
import { expectErrors } from '../test-setup';
import { type Notification, showWith } from '../ui/notifications';
import { ContactForm } from './ContactForm';
import { FormsPanelView } from './FormsPanelView';

/** A server that answers each request when the test says so. */
class FakeServer {
  readonly requests: { url: string; headers: Headers; body: Record<string, string> }[] = [];
  private readonly answers: ((answer: Response | Error) => void)[] = [];

  readonly fetch = (url: string, init: RequestInit): Promise<Response> => {
    this.requests.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return new Promise((resolve, reject) => {
      this.answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  };

  answer(status: number, body: unknown): Promise<void> {
    return this.give(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  }

  give(answer: Response | Error): Promise<void> {
    const next = this.answers.shift();
    if (!next) throw new Error('nothing was sent');
    return act(async () => next(answer));
  }
}

let server: FakeServer;
let shown: Notification[];
let stop: () => void;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  shown = [];
  stop = showWith((notification) => shown.push(notification));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function show(form: Form) {
  render(
    <SiteProvider value={site}>
      <ContactForm form={form} />
    </SiteProvider>,
  );
}

function fillIn(message = 'A long enough message') {
  // Not typed key by key: user-event would go on typing after what a reset form held before.
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } });
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: 'ada@example.com' } });
  fireEvent.input(screen.getByLabelText('Message'), { target: { value: message } });
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));
const errorOf = (label: string) => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');
};

describe('the main contact form', () => {
  test('says everything that is wrong at once, in its own words, and goes to the first field', async () => {
    show(messageForm);
    await userEvent.type(screen.getByLabelText('Name'), 'A');
    await send();
    expect(errorOf('Name')).toBe('Name must be at least 2 characters');
    expect(errorOf('Email')).toBe('Please enter a valid email address');
    expect(errorOf('Message')).toBe('Message must be at least 10 characters');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    const summary = within(screen.getByRole('alert')).getAllByRole('link');
    expect(summary).toHaveLength(3);
    for (const link of summary) {
      const field = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
      expect(errorOf(field?.closest('div')?.querySelector('label')?.textContent ?? '')).toBe(link.textContent);
    }
    expect(server.requests).toHaveLength(0);
  });

  test('names one mistake at its field alone', async () => {
    show(messageForm);
    fillIn();
    await userEvent.clear(screen.getByLabelText('Name'));
    await send();
    expect(errorOf('Name')).toBe('Name must be at least 2 characters');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('takes a message away as soon as the field is right', async () => {
    show(messageForm);
    await send();
    await userEvent.type(screen.getByLabelText('Name'), 'A');
    expect(errorOf('Name')).toBe('Name must be at least 2 characters');
    await userEvent.type(screen.getByLabelText('Name'), 'da');
    expect(errorOf('Name')).toBe('');
    expect(screen.getByLabelText('Name').hasAttribute('aria-invalid')).toBe(false);
  });

  test('sends the fields with the site, without a type', async () => {
    show(messageForm);
    fillIn();
    await send();
    const [request] = server.requests;
    expect(request?.url).toBe('/api/send-contact-email');
    expect(request?.body).toEqual({
      site: 'main',
      form: 'message',
      name: 'Ada',
      email: 'ada@example.com',
      message: 'A long enough message',
    });
    expect(request?.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/);
    await server.answer(200, { id: '1' });
  });

  test('cannot be sent twice while it is being sent, and says that it is', async () => {
    show(messageForm);
    fillIn();
    await send();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' });
    expect(button.disabled).toBe(true);
    act(() => button.form?.requestSubmit());
    expect(server.requests).toHaveLength(1);
    await server.answer(200, { id: '1' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' }).disabled).toBe(false);
  });

  test('is cleared after success, which is confirmed', async () => {
    show(messageForm);
    fillIn();
    await send();
    await server.answer(200, { id: '1' });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(shown).toEqual([
      { kind: 'success', title: 'Message sent successfully!', text: 'Thank you for contacting us.' },
    ]);
  });

  test('keeps every value after a failure, says so and writes it to the console', async () => {
    const errors = expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(503, { error: { code: 'unavailable', message: 'Not now.' } });
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('A long enough message');
    expect(shown).toEqual([{ kind: 'error', title: 'Error sending message', text: 'Please try again later.' }]);
    expect(String(errors[0]?.[0])).toContain('Not now.');
  });

  test('counts an answer with an error as failed, whatever its status', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(200, { error: { code: 'odd', message: 'No.' } });
    expect(shown[0]?.kind).toBe('error');
  });

  test('counts a failed status as failed, whatever its body', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(502, '<h1>Bad gateway</h1>');
    expect(shown[0]?.kind).toBe('error');
  });

  test('counts an answer that is not by the server as failed, and keeps the values', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(200, '<h1>Sign in to this network</h1>');
    expect(shown[0]?.kind).toBe('error');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  });

  test('shows what the server found wrong at the field', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(422, { error: { code: 'invalid_form', message: 'No.', fields: { email: 'No such domain' } } });
    expect(errorOf('Email')).toBe('No such domain');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  test('names a filling by one key, kept for retries, and a new filling by another', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.give(new TypeError('no connection'));
    await send();
    await server.answer(200, { id: '1' });
    fillIn();
    await send();
    await server.answer(200, { id: '2' });
    const [first, retry, second] = server.requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(retry).toBe(first);
    expect(second).not.toBe(first);
  });
});

test('a message that was changed after a failure is another message', async () => {
  expectErrors();
  show(messageForm);
  fillIn();
  await send();
  await server.give(new TypeError('no connection'));
  fillIn('Another long enough message');
  await send();
  await server.answer(200, { id: '1' });
  const [first, second] = server.requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).not.toBe(first);
});

describe('forms that the browser checks', () => {
  test('have the native rules and leave the checking on', () => {
    show(bookingForm);
    const date = screen.getByLabelText<HTMLInputElement>('Date');
    expect(date.type).toBe('date');
    expect(date.required).toBe(true);
    expect(date.min).toBe('2026-11-21');
    expect(date.form?.noValidate).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).required).toBe(false);
  });

  test('offer times by their values', () => {
    show(bookingForm);
    expect(screen.getByRole('option', { name: '10:00 AM' }).getAttribute('value')).toBe('10:00 AM');
  });

  test('send their kind as type', async () => {
    show(inquiryForm);
    await userEvent.type(screen.getByLabelText('Your name'), 'Ada');
    await userEvent.selectOptions(screen.getByLabelText('Subject'), 'Website Design');
    await userEvent.click(screen.getByRole('button', { name: 'Send inquiry' }));
    expect(server.requests[0]?.body).toEqual({
      site: 'business',
      form: 'inquiry',
      type: 'contact',
      name: 'Ada',
      subject: 'website-design',
    });
    await server.answer(200, { id: '1' });
  });

  test('go to the same place without scripts', () => {
    show(inquiryForm);
    const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Send inquiry' }).form as HTMLFormElement;
    expect(form.method).toBe('post');
    expect(form.getAttribute('action')).toBe('/api/send-contact-email');
    const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')].map(({ name, value }) => [
      name,
      value,
    ]);
    expect(hidden).toEqual([
      ['site', 'business'],
      ['form', 'inquiry'],
      ['type', 'contact'],
    ]);
  });
});

test('several forms share their place as tabs, the first one open', () => {
  render(
    <SiteProvider value={site}>
      <FormsPanelView forms={[inquiryForm, bookingForm]} />
    </SiteProvider>,
  );
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['General Inquiry', 'Book Consultation']);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('General Inquiry');
});
