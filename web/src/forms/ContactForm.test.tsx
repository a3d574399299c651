import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Field, Form, Link } from '../content/types.gen';
import { bookingForm, inquiryForm, messageForm, site } from '../test-data';
import { expectErrors } from '../test-setup';
import { type Notification, onNotify } from '../ui/notifications';
import { ContactForm } from './ContactForm';
import { dropDrafts } from './drafts';
import { FormsPanel } from './FormsPanel';

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
  dropDrafts();
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  shown = [];
  stop = onNotify((notification) => notification && shown.push(notification));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const page = (form: Form) => (
  <MemoryRouter initialEntries={['/contact']}>
    <SiteProvider value={site}>
      <ContactForm form={form} />
    </SiteProvider>
  </MemoryRouter>
);

const show = (form: Form) => render(page(form));

function showPanel(address: string) {
  return render(
    <MemoryRouter initialEntries={[address]}>
      <SiteProvider value={site}>
        <FormsPanel forms={[inquiryForm, bookingForm]} />
      </SiteProvider>
    </MemoryRouter>,
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
      expect(errorOf(field?.closest('div:has(label)')?.querySelector('label')?.textContent ?? '')).toBe(
        link.textContent,
      );
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

  test.each(['info@münchen.test', 'info@mu\u0308nchen.test', 'ann@例え.test'])(
    'takes the address %s',
    async (email) => {
      show(messageForm);
      fillIn();
      fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } });
      await send();
      expect(server.requests.map(({ body }) => body.email)).toEqual([email]);
      await server.answer(200, { id: '1' });
    },
  );

  test.each(['info@mün chen.test', 'info@münchen', 'münchen@test.test', 'ü', '@münchen.test'])(
    'does not take %s as an address',
    async (email) => {
      show(messageForm);
      fillIn();
      fireEvent.input(screen.getByLabelText('Email'), { target: { value: email } });
      await send();
      expect(errorOf('Email')).toBe('Please enter a valid email address');
      expect(server.requests).toHaveLength(0);
    },
  );

  test('cannot be sent twice while it is being sent, and says that it is', async () => {
    show(messageForm);
    fillIn();
    await send();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
    act(() => button.form?.requestSubmit());
    expect(server.requests).toHaveLength(1);
    await server.answer(200, { id: '1' });
    expect(screen.getByRole('button', { name: 'Send message' }).hasAttribute('aria-disabled')).toBe(false);
  });

  test('keeps the focus on its button while it is being sent', async () => {
    show(messageForm);
    fillIn();
    await send();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' });
    expect(document.activeElement).toBe(button);
    // A disabled button cannot hold the focus in a browser, though it can here.
    expect(button.disabled).toBe(false);
    await server.answer(200, { id: '1' });
    expect(document.activeElement).toBe(button);
  });

  test('is cleared after success, which is confirmed', async () => {
    show(messageForm);
    fillIn();
    await send();
    await server.answer(200, { id: '1' });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(shown).toEqual([
      { kind: 'success', title: 'Message sent successfully!', text: 'Thank you for contacting us.', silent: true },
    ]);
  });

  test('keeps every value after a failure, says so and writes it to the console', async () => {
    const errors = expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(503, { error: { code: 'unavailable', message: 'Not now.' } });
    expect(screen.getByLabelText<HTMLInputElement>('Message').value).toBe('A long enough message');
    expect(shown).toEqual([
      { kind: 'error', title: 'Error sending message', text: 'Please try again later.', silent: true },
    ]);
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

describe('an order of which something must be filled in', () => {
  const words = 'Please fill in at least 1 of these fields.';
  const order: Form = {
    ...messageForm,
    fields: [
      { name: 'rye', type: 'number', label: 'Rye' },
      { name: 'rolls', type: 'number', label: 'Rolls', max: 100, checks: { tooHigh: 'At most 100.' } },
      { name: 'extras', type: 'checkbox', label: 'Extras', options: [{ value: 'salt', label: 'Salt' }] },
      { name: 'note', type: 'text', label: 'Note' },
    ],
    atLeast: { fields: ['rye', 'rolls', 'extras'], of: 1, words },
  };
  const labelled = (label: string) => label + site.labels.optional;
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(labelled(label)), { target: { value } });
  const said = (label: string) => errorOf(labelled(label));

  test.each(['', '0', '0,00', ' 0.0 '])('is not sent with %j of each', async (none) => {
    show(order);
    type('Rye', none);
    type('Rolls', none);
    type('Note', 'All of it');
    await send();
    expect(said('Rye')).toBe(words);
    expect(said('Rolls')).toBe('');
    expect(server.requests).toHaveLength(0);
  });

  test('says so until any of the fields is filled in', async () => {
    show(order);
    await send();
    type('Note', 'x');
    expect(said('Rye')).toBe(words);
    type('Rolls', '0');
    expect(said('Rye')).toBe(words);
    type('Rolls', '10');
    expect(said('Rye')).toBe('');
    await send();
    expect(server.requests[0]?.body).toMatchObject({ rye: '', rolls: '10' });
    await server.answer(200, { id: '1' });
  });

  test('is sent with a box that is ticked', async () => {
    show(order);
    await userEvent.click(screen.getByLabelText('Salt'));
    await send();
    expect(server.requests).toHaveLength(1);
    await server.answer(200, { id: '1' });
  });

  test('says what is wrong with a field first, and keeps it while others change', async () => {
    show(order);
    type('Rolls', '1000');
    await send();
    expect(said('Rolls')).toBe('At most 100.');
    type('Rye', '1');
    expect(said('Rolls')).toBe('At most 100.');
    expect(said('Rye')).toBe('');
  });
});

describe('what is told of a form', () => {
  const told: unknown[] = [];
  const listen = (event: Event) => told.push((event as CustomEvent).detail);
  beforeEach(() => {
    told.length = 0;
    document.addEventListener('form-sent', listen);
  });
  afterEach(() => document.removeEventListener('form-sent', listen));

  test('is that it was stored, once', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(422, { error: { code: 'invalid_form', message: 'No.' } });
    expect(told).toEqual([]);
    await send();
    await server.answer(200, { id: '1', reference: 'K7M3-9QXA' });
    await send(); // the second click of a double click
    expect(told).toEqual([[messageForm.id, 'K7M3-9QXA']]);
  });

  test('is nothing where the field that people do not see was filled in', async () => {
    show(messageForm);
    fillIn();
    fireEvent.input(document.getElementsByName('homepage')[0] as HTMLElement, { target: { value: 'x' } });
    await send();
    await server.answer(200, { id: '1', reference: 'K7M3-9QXA' });
    expect(told).toEqual([]);
  });
});

const Where = () => <output>{useLocation().pathname}</output>;

describe('a form that leads on', () => {
  const thanks: Link = { label: 'Thanks', kind: 'page', href: '/thanks' };
  const pages = (shown: ReactNode) => (
    <MemoryRouter initialEntries={['/contact']}>
      <SiteProvider value={site}>{shown}</SiteProvider>
      <Where />
    </MemoryRouter>
  );

  test('goes to its page once it is stored', async () => {
    expectErrors();
    render(pages(<ContactForm form={{ ...messageForm, thanks }} />));
    fillIn();
    await send();
    await server.answer(503, '');
    expect(screen.getByText('/contact')).toBeDefined();
    await send();
    await server.answer(200, { id: '1', reference: 'K7M3-9QXA' });
    expect(screen.getByText('/thanks')).toBeDefined();
  });

  test('leads nobody away who has left', async () => {
    const { rerender } = render(pages(<ContactForm form={{ ...messageForm, thanks }} />));
    fillIn();
    await send();
    rerender(pages(null));
    await server.answer(200, { id: '1', reference: 'K7M3-9QXA' });
    expect(screen.getByText('/contact')).toBeDefined();
  });
});

describe('after a success', () => {
  const status = () => screen.getByRole('status').textContent;
  const sendOne = async () => {
    show({ ...messageForm, next: 'We read it today.' });
    expect(status()).toBe('');
    fillIn();
    await send();
    await server.answer(200, { id: '1', reference: 'K7M3-9QXA' });
  };

  test('the reference and what happens next stay, and the focus where it was', async () => {
    await sendOne();
    expect(status()).toContain('Message sent successfully!');
    expect(status()).toContain('Your reference: K7M3-9QXA');
    expect(status()).toContain('We read it today.');
    expect(screen.getByRole('status').contains(document.activeElement)).toBe(false);
  });

  test('what the notification says is read out here, and shown where nothing else is to be read', async () => {
    await sendOne();
    expect(screen.getByText('Thank you for contacting us.').className).toBe('sr-only');
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'G' } });
    cleanup();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(200, { id: '2' });
    expect(screen.getByText('Thank you for contacting us.').className).not.toContain('sr-only');
  });

  test('the next input takes them away', async () => {
    await sendOne();
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'G' } });
    expect(status()).toBe('');
  });

  test('the second click of a double click finds nothing wrong with the cleared form', async () => {
    await sendOne();
    await send();
    expect(errorOf('Name')).toBe('');
    expect(status()).toContain('K7M3-9QXA');
    expect(server.requests).toHaveLength(1);
    expect(screen.getByRole<HTMLButtonElement>('button').form?.noValidate).toBe(true);
  });

  test('an answer without a reference is a success all the same', async () => {
    show(messageForm);
    fillIn();
    await send();
    await server.answer(200, { id: '1' });
    expect(status()).not.toContain('Your reference');
  });
});

test.each([
  ['no answer in time', new DOMException('signal timed out', 'TimeoutError')],
  ['a page of somebody in between', new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' })],
  ['no connection', new TypeError('Failed to fetch')],
])('%s is told in words of the content alone', async (_, answer) => {
  expectErrors();
  show(messageForm);
  fillIn();
  await send();
  await server.give(answer);
  const words = [messageForm.failure.title, messageForm.failure.text, site.errors.offline];
  let rest = screen.getByRole('status').textContent;
  for (const part of words) rest = rest?.replace(part ?? '', '') ?? '';
  expect(rest).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
});

describe('what was typed', () => {
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

  test('is there again when the visitor comes back', async () => {
    const { unmount } = show(messageForm);
    fillIn();
    unmount();
    show(messageForm);
    expect([value('Name'), value('Email'), value('Message')]).toEqual([
      'Ada',
      'ada@example.com',
      'A long enough message',
    ]);
    expect([localStorage.length, sessionStorage.length, JSON.stringify(window.history.state)]).toEqual([0, 0, 'null']);
  });

  test('before its script was there comes back as well', () => {
    const { unmount } = show(messageForm);
    // No event tells of it.
    screen.getByLabelText<HTMLInputElement>('Name').value = 'Ada';
    unmount();
    show(messageForm);
    expect(value('Name')).toBe('Ada');
  });

  test('belongs to one form of one site', () => {
    const { unmount } = show(messageForm);
    fillIn();
    unmount();
    const other = show({ ...messageForm, site: 'business' });
    expect(value('Name')).toBe('');
    other.unmount();
    show({ ...messageForm, id: 'another' });
    expect(value('Name')).toBe('');
  });

  test('does not come back after a success', async () => {
    const { unmount } = show(messageForm);
    fillIn();
    await send();
    await server.answer(200, { id: '1' });
    unmount();
    show(messageForm);
    expect(value('Name')).toBe('');
  });

  test('comes back after a failure, and is still the same message', async () => {
    expectErrors();
    const { unmount } = show(messageForm);
    fillIn();
    await send();
    await server.give(new TypeError('no connection'));
    unmount();
    show(messageForm);
    await send();
    await server.answer(200, { id: '1' });
    const [first, second] = server.requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  test('is cleared by a success that arrives while the visitor is elsewhere, who is told', async () => {
    const { unmount } = show(messageForm);
    fillIn();
    await send();
    unmount();
    await server.answer(200, { id: '1' });
    expect(shown.map(({ kind, silent }) => [kind, silent])).toEqual([['success', false]]);
    show(messageForm);
    expect(value('Name')).toBe('');
  });

  test('is still being sent when the visitor comes back meanwhile, and cleared when it was', async () => {
    const { unmount } = show(messageForm);
    fillIn();
    await send();
    unmount();
    show(messageForm);
    expect(value('Name')).toBe('Ada');
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeTruthy();
    await server.answer(200, { id: '1', reference: 'K7M3-9QXA' });
    expect(value('Name')).toBe('');
    expect(screen.getByRole('status').textContent).toContain('K7M3-9QXA');
    expect(shown).toHaveLength(1);
  });

  test('opens the tab that it was typed in', async () => {
    const { unmount } = showPanel('/connect');
    await userEvent.click(screen.getByRole('tab', { name: 'Book Consultation' }));
    await userEvent.type(screen.getByLabelText(/^Phone/), '555 0100');
    unmount();
    showPanel('/connect');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Book Consultation');
    expect(screen.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe('555 0100');
  });

  test('is not what a link has chosen: the next link chooses anew', () => {
    const { unmount } = showPanel('/connect?subject=website-design');
    expect(value('Subject')).toBe('website-design');
    unmount();
    showPanel('/connect?subject=other');
    expect(value('Subject')).toBe('other');
  });

  test('is not undone by new content of the form', () => {
    const { rerender } = show(messageForm);
    fillIn();
    fireEvent.input(screen.getByLabelText('Email'), { target: { value: '' } });
    rerender(page({ ...messageForm, title: 'Write to us' }));
    expect([value('Name'), value('Email')]).toEqual(['Ada', '']);
  });
});

describe('the words about what became of it', () => {
  const outcome = async (status: number, body: unknown) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    show(messageForm);
    fillIn();
    await send();
    expect(scrolled).not.toHaveBeenCalled();
    await server.answer(status, body);
    return scrolled.mock.contexts;
  };
  afterEach(() => void vi.restoreAllMocks());

  test('come in sight after a success', async () => {
    expect(await outcome(200, { id: '1' })).toEqual([screen.getByRole('status')]);
  });

  test('come in sight after a failure', async () => {
    expectErrors();
    expect(await outcome(503, { error: { code: 'unavailable', message: 'Not now.' } })).toEqual([
      screen.getByRole('status'),
    ]);
  });

  test('leave the window to a field that is wrong', async () => {
    expectErrors();
    const error = { code: 'invalid_form', message: 'No.', fields: { email: 'No such domain' } };
    const shown = await outcome(422, { error });
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(shown).toEqual([screen.getByText('Email').parentElement]);
  });
});

describe('what a program would fill in', () => {
  const honeypot = () => document.querySelector<HTMLInputElement>('input[name=homepage]') as HTMLInputElement;

  test('is out of reach of people, with and without eyes', () => {
    show(messageForm);
    expect(screen.queryByRole('textbox', { name: 'Please leave this field empty' })).toBeNull();
    expect(honeypot().tabIndex).toBe(-1);
    expect(honeypot().autocomplete).toBe('off');
    expect(honeypot().closest('[aria-hidden=true]')).not.toBeNull();
    expect(honeypot().labels?.[0]?.textContent).toBe('Please leave this field empty');
    // Programs leave out what is not displayed.
    expect(honeypot().type).toBe('text');
    expect(honeypot().closest('.hidden, [hidden]')).toBeNull();
  });

  test('is sent when it was', async () => {
    show(messageForm);
    fillIn();
    fireEvent.input(honeypot(), { target: { value: 'https://spam.example' } });
    await send();
    expect(server.requests[0]?.body.homepage).toBe('https://spam.example');
    await server.answer(200, { id: '1' });
  });
});

describe('keys', () => {
  const keys = () => server.requests.map(({ headers }) => headers.get('Idempotency-Key'));

  test('stay the same while the answer is unknown, whatever the failure', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.give(new DOMException('took too long', 'TimeoutError'));
    await send();
    await server.answer(503, { error: { code: 'unavailable', message: 'Not now.' } });
    await send();
    await server.answer(200, '<h1>Sign in to this network</h1>');
    await send();
    await server.answer(200, { id: '1' });
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
  });

  test('come back with the words: what was changed and changed back is the same message', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.give(new TypeError('no connection'));
    fillIn('Another long enough message');
    fillIn();
    await send();
    await server.answer(200, { id: '1' });
    expect(keys()[1]).toBe(keys()[0]);
  });

  test('that belong to another message are given up', async () => {
    expectErrors();
    show(messageForm);
    fillIn();
    await send();
    await server.answer(409, { error: { code: 'conflict', message: 'Sent before.' } });
    expect(screen.getByRole('status').textContent).toContain('Sent before.');
    await send();
    await server.answer(200, { id: '1' });
    expect(keys()[1]).not.toBe(keys()[0]);
  });

  test('are UUIDs, also where a site is served without TLS', async () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    show(messageForm);
    fillIn();
    await send();
    expect(keys()[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    await server.answer(200, { id: '1' });
  });
});

describe('a form says how long it has been there', () => {
  const ageAfter = async (mounted: number, sent: number, container?: HTMLElement) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(mounted);
    render(page(messageForm), { container, hydrate: container !== undefined });
    now.mockReturnValue(sent);
    fillIn();
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await act(async () => undefined);
    now.mockRestore();
    await server.answer(200, { id: '1' });
    return server.requests[0]?.headers.get('Form-Age');
  };

  test('since it came up, when a link led to it', async () => {
    expect(await ageAfter(1_000, 4_321.6)).toBe('3322');
  });

  test('since the document did, when it came with it: it was filled in before the script was there', async () => {
    const served = document.body.appendChild(document.createElement('div'));
    served.innerHTML = renderToString(page(messageForm));
    const form = served.querySelector('form');
    expect(await ageAfter(9_000, 9_500, served)).toBe('9500');
    expect(document.querySelector('form')).toBe(form);
  });
});

test('what the server says stands by the form, and is not said twice', async () => {
  expectErrors();
  show(messageForm);
  fillIn();
  await send();
  await server.answer(429, { error: { code: 'too_many_requests', message: 'Please wait a little.' } });
  expect(screen.getByRole('status').textContent).toBe('Error sending messagePlease wait a little.');
  await send();
  await server.give(new TypeError('no connection'));
  expect(screen.getByRole('status').textContent).toBe('Error sending messageThere is no connection.');
  expect(shown.map(({ text }) => text)).toEqual(['Please try again later.', 'Please try again later.']);
});

test('what its own message does not say is left to the server, which has the words', async () => {
  expectErrors();
  const [name, email, message] = messageForm.fields as [Field, Field, Field];
  show({ ...messageForm, fields: [name, email, { ...message, max: 20 }] });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').maxLength).toBe(20);
  fillIn('More than twenty characters');
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada\tL' } });
  await send();
  expect(server.requests).toHaveLength(1);
  const fields = { name: 'Type it again', message: 'At most 20 characters' };
  await server.answer(422, { error: { code: 'invalid_form', message: 'No.', fields } });
  expect(errorOf('Message')).toBe('At most 20 characters');
  expect(errorOf('Name')).toBe('Type it again');
});

test('an address that no mail can be sent to is told before it is sent', async () => {
  show(messageForm);
  for (const typed of ['a@x.123', 'a@127.0.0.1', '.a@example.com', 'a..b@example.com', 'a@example']) {
    fillIn();
    fireEvent.input(screen.getByLabelText('Email'), { target: { value: typed } });
    await send();
    expect(errorOf('Email'), typed).toBe('Please enter a valid email address');
  }
  expect(server.requests).toHaveLength(0);
});

test('an address is taken as it is pasted, or written with another keyboard', async () => {
  expectErrors();
  show(messageForm);
  for (const [i, typed] of ['\u202aann@example.com\u202c', 'ann＠ｅｘａｍｐｌｅ.com', 'info@münchen.test'].entries()) {
    fillIn();
    fireEvent.input(screen.getByLabelText('Email'), { target: { value: typed } });
    await send();
    expect(server.requests, typed).toHaveLength(i + 1);
    expect(server.requests.at(-1)?.body.email).toBe(typed);
    await server.answer(503, { error: { code: 'unavailable', message: 'No.' } });
  }
});

test('what is wrong comes in sight: the list of it, then the field with its label', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  show(bookingForm);
  await userEvent.click(screen.getByRole('button'));
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('alert'), screen.getByText('Date').parentElement]);
  scrolled.mockRestore();
});

describe('forms without messages of their own', () => {
  test('say what is wrong in the words of the interface', async () => {
    show(bookingForm);
    const press = () => userEvent.click(screen.getByRole('button'));
    await press();
    const date = screen.getByLabelText('Date');
    const links = within(screen.getByRole('alert')).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Date: Please fill this in.', 'Time: Please fill this in.']);
    expect([errorOf('Date'), errorOf('Time')]).toEqual(['Please fill this in.', 'Please fill this in.']);
    expect(document.activeElement).toBe(date);
    fireEvent.input(date, { target: { value: '2026-11-20' } });
    expect(errorOf('Date')).toBe('That day is over.');
    fireEvent.input(date, { target: { value: '2026-11-21' } });
    expect(errorOf('Date')).toBe('');
    expect(server.requests).toHaveLength(0);
  });

  test('have the native rules, which hold without a script', () => {
    expect(renderToString(page(bookingForm))).not.toContain('novalidate');
    show(bookingForm);
    const date = screen.getByLabelText<HTMLInputElement>('Date');
    expect(date.type).toBe('date');
    expect(date.required).toBe(true);
    expect(date.min).toBe('2026-11-21');
    expect(date.form?.noValidate).toBe(true);
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

describe('several forms', () => {
  test('share their place as tabs, the first one open', () => {
    showPanel('/connect');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['General Inquiry', 'Book Consultation']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('General Inquiry');
  });

  test.each([
    ['?form=booking&time=10:00%20AM&plan=business-website', 'Book Consultation', '', '10:00 AM'],
    ['?form=inquiry&subject=other&time=10:00%20AM', 'General Inquiry', 'other', ''],
    ['?subject=website-design', 'General Inquiry', 'website-design', ''],
    ['?form=booking&time=3:33%20AM', 'Book Consultation', '', ''],
    ['?form=nothing&subject=other', 'General Inquiry', '', ''],
    ['?name=Eve&site=creative', 'General Inquiry', '', ''],
  ])('are opened and chosen in by a link with %s', (query, tab, subject, time) => {
    showPanel(`/connect${query}`);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab);
    expect(screen.getByLabelText<HTMLSelectElement>('Subject').value).toBe(subject);
    expect(screen.getByLabelText<HTMLSelectElement>('Time').value).toBe(time);
    expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('');
  });

  test('are anchors by their ids', () => {
    showPanel('/connect');
    expect(document.getElementById('form-inquiry')?.tagName).toBe('FORM');
    expect(document.getElementById('form-booking')?.tagName).toBe('FORM');
  });
});
