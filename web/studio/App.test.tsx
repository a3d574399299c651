import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from './App';
import type { Change, Me, Problem } from './api/types';
import type { Form } from './form/Form';
import type { Preview } from './preview/Preview';
import { TestLocks, TestServer } from './test-server';

// The frame and the fields have tests of their own: here each word of the page is a button, and a value one input.
vi.mock('./preview/Preview', () => ({
  Preview: ({ page, onPick }: Parameters<typeof Preview>[0]) =>
    page.sections
      .flatMap(({ leaves, type }) => leaves.map((leaf) => ({ ...leaf, section: type })))
      .map((leaf) => (
        <button key={leaf.at} type="button" onClick={() => onPick(leaf)}>
          {leaf.text}
        </button>
      )),
}));
vi.mock('./form/Form', async () => {
  const { valueAt } = await import('./changes/values');
  return {
    Form: ({ file, focus: at = '', onChange, onOpen, onAskRemoval }: Parameters<typeof Form>[0]) => {
      const old = valueAt(file.values, at);
      return (
        <>
          <input
            aria-label={at}
            value={typeof old === 'string' ? old : ''}
            onChange={({ target: { value } }) => onChange({ op: 'set', at, value, ...(old !== undefined && { old }) })}
          />
          <button type="button" onClick={() => onOpen({ file: plans, at: 'pro.name' })}>
            Where it comes from
          </button>
          <button type="button" onClick={() => onAskRemoval?.('pro')}>
            Remove an entry
          </button>
        </>
      );
    },
  };
});

const home = 'main/pages/index.yaml';
const plans = 'main/plans.yaml';
const site = { id: 'main', name: 'Evenlight', lang: 'en', of: '', path: '/' };
const me: Me = {
  email: 'mia@example.org',
  role: 'owner',
  sites: [site, { ...site, id: 'main.de', lang: 'de', of: 'main', path: '/de' }],
  readOnly: '',
  sessions: [],
};
const problem: Problem = {
  severity: 'error',
  file: plans,
  line: 7,
  column: 3,
  code: 'price',
  message: 'A price is a number.',
  hint: 'Write 35.',
  at: 'pro.price',
};
const page = {
  file: home,
  title: 'Home',
  sections: [
    {
      type: 'hero',
      file: home,
      at: 'sections[0].hero',
      leaves: [
        { text: 'Hello', file: home, at: 'sections[0].hero.title' },
        { text: '$30', file: plans, at: 'pro.price' },
      ],
    },
  ],
  around: [],
  problems: [],
  held: null,
  shown: { draft: false, hidden: false, from: null, until: null, zone: 'Europe/Berlin' },
  preview: '/studio/preview/?site=main',
};
const by = 'mia@example.org';
const when = '2026-05-05T10:42:00Z';

let server: TestServer;
let listed: object[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  Object.defineProperty(navigator, 'locks', { value: new TestLocks(), configurable: true });
  stubWidth(true);
  listed = [];
  server = new TestServer();
  server.files[home] = { title: 'Home', sections: [{ hero: { title: 'Hello' } }] };
  server.files[plans] = { pro: { price: '30', name: 'Pro' } };
  server.on('GET me', () => [200, me]);
  server.on('GET inquiries', () => [200, { inquiries: [], more: false, forms: [] }]);
  server.on('GET pages', () => [
    200,
    [
      { site: 'main', path: '/', title: 'Home', file: home, draft: false, changed: listed.length > 0 },
      { site: 'main', path: '/about', title: 'About us', file: 'main/pages/about.yaml', draft: true, changed: false },
      {
        site: 'main.de',
        path: '/de',
        title: 'Startseite',
        file: 'main.de/pages/index.yaml',
        draft: false,
        changed: false,
      },
    ],
  ]);
  server.on('GET page', () => [200, page]);
  server.on('GET schemas/any', () => [200, {}]);
  server.on('GET choices', () => [200, { icons: [], pictures: [], links: [], references: {} }]);
  server.on('GET changes', () => [200, listed]);
  server.on('POST changes', ({ changes }: { changes: (Change & { id: string })[] }) => {
    const answer = server.patch(changes);
    if (answer[0] === 200) listed = changes.map((each) => ({ ...each, by, when, conflict: null }));
    return answer;
  });
});

/** Whether the window has room for pages beside the page. */
function stubWidth(isWide: boolean) {
  const listen = () => undefined;
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: listen, removeEventListener: listen }));
}
function open(address = '/') {
  history.replaceState(null, '', `/studio${address}`);
  render(<App />);
  return userEvent.setup();
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const status = async (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain(words));

async function changePrice(user: ReturnType<typeof userEvent.setup>, price = '35') {
  await user.click(await button('$30'));
  const field = await screen.findByRole('textbox', { name: 'pro.price' });
  await user.clear(field);
  await user.type(field, price);
  return field;
}

test('who is invited signs in by six digits of a mail', async () => {
  let isIn = false;
  server.on('GET me', () => (isIn ? [200, me] : [401, { error: { code: 'signed_out', message: 'Sign in.' } }]));
  server.on('POST sign-in', () => [202, {}]);
  server.on('POST sign-in/code', ({ code }: { code: string }) => {
    if (code !== '123456') return [403, { error: { code: 'wrong', message: 'These are not the digits.' } }];
    isIn = true;
    return [200, {}];
  });
  const user = open();
  await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'mia@example.org');
  await user.click(await button('Send me a code'));
  await screen.findByText(/six digits is on its way/);
  const code = await screen.findByRole('textbox', { name: 'Six digits from the mail' });
  await user.type(code, '111111');
  await user.click(await button('Sign in'));
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'These are not the digits.');
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(await button('Sign in'));
  await button('Hello');
  expect(server.calls('POST sign-in')).toEqual([{ email: 'mia@example.org' }]);
});

test('pages are listed below their sites and languages; what has changes is marked, and one is found by its words', async () => {
  listed = [{ file: home, op: 'set', at: 'title', value: 'Start', by, when, conflict: null }];
  const user = open();
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  const german = await within(pages).findByRole('region', { name: 'Evenlight (de)' });
  await within(german).findByRole('link', { name: 'Startseite' });
  await within(pages).findByRole('link', { name: 'Home changed', current: 'page' });
  within(pages).getByRole('link', { name: 'About us not published' });
  await user.type(within(pages).getByRole('searchbox', { name: 'Find a page' }), 'abo');
  expect(within(pages).getAllByRole('listitem')).toHaveLength(1);
});

test('a price is clicked, changed, saved and published', async () => {
  server.on('POST publish', () => {
    listed = [];
    return [200, { revision: 'r1', live: new Date().toISOString(), held: [] }];
  });
  const user = open();
  await changePrice(user);
  await status('Saved');
  expect(server.files[plans]).toMatchObject({ pro: { price: '35' } });
  await screen.findByRole('link', { name: /^1 change/ });
  await user.click(await screen.findByRole('link', { name: 'Publish' }));
  expect(await screen.findByRole('checkbox', { name: 'Plans' })).toHaveProperty('checked', true);
  await user.click(await button('Publish'));
  await screen.findByText(/^Live since /);
  expect(screen.getByRole('link', { name: 'See it' }).getAttribute('href')).toBe('/');
  expect(server.calls('POST publish')).toEqual([{}]);
  await screen.findByRole('link', { name: /Nothing to publish/ });
});

test('what was saved is listed at once, before the server lists it', async () => {
  const user = open();
  await screen.findByRole('link', { name: /Nothing to publish/ });
  server.on('GET changes', () => new Promise<never>(() => undefined));
  const seen = new Set<string | null>();
  const bar = within(screen.getByRole('banner'));
  const watch = new MutationObserver(() =>
    seen.add(bar.getAllByRole('link')[0]?.firstChild?.firstChild?.textContent ?? ''),
  );
  watch.observe(screen.getByRole('banner'), { subtree: true, childList: true, characterData: true });
  await changePrice(user);
  await status('Saved');
  expect([...seen]).not.toContain('Nothing to publish');
  bar.getByRole('link', { name: /^1 change/ });
  watch.disconnect();
});

test('what disk or git says otherwise is told as soon as somebody comes back to the window', async () => {
  open();
  await screen.findByRole('link', { name: /Nothing to publish/ });
  const conflict = { theirs: 'Hi', by: 'disk', when };
  listed = [{ file: home, op: 'set', at: 'title', old: 'Home', value: 'Start', by, when, conflict }];
  await waitFor(
    () => {
      window.dispatchEvent(new Event('focus'));
      expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain('Please look at this');
    },
    { timeout: 4000 },
  );
});

test('some files are published and others not', async () => {
  listed = [plans, home].map((file) => ({
    file,
    op: 'set',
    at: 'x',
    value: 'y',
    by,
    when,
    conflict: null,
  }));
  server.on('POST publish', () => [200, { revision: 'r1', live: new Date().toISOString(), held: [] }]);
  const user = open('/changes');
  await user.click(await screen.findByRole('checkbox', { name: 'Home' }));
  await user.click(await button('Publish'));
  await waitFor(() => expect(server.calls('POST publish')).toEqual([{ files: [plans] }]));
});

test('what is in a file of a language is named with it', async () => {
  const change = { op: 'set', at: 'pro.name', value: 'x', by, when, conflict: null } as const;
  listed = [plans, 'main/de/plans.yaml'].map((file) => ({ ...change, file }));
  open('/changes');
  await screen.findByRole('region', { name: 'Plans · Pro · Name' });
  await screen.findByRole('region', { name: 'Plans · Pro · Name · German' });
});

test.each([
  [
    'problems',
    [422, { error: { code: 'problems', message: 'One value is wrong.' }, problems: [problem] }],
    'One value is wrong.',
  ],
  [
    'a site held back',
    [200, { revision: 'r', live: when, held: [{ site: 'main', problems: [problem] }] }],
    'Visitors still see the former',
  ],
] as const)('%s: value, file and line are told, and lead to the field', async (_, [code, answer], words) => {
  listed = [{ file: plans, op: 'set', at: 'pro.price', value: 'much', by, when, conflict: null }];
  server.on('POST publish', () => [code, answer]);
  const user = open('/changes');
  await user.click(await button('Publish'));
  await screen.findByText(words);
  const named = 'Plans · Pro · Price: A price is a number. Write 35. main/plans.yaml, Line 7';
  await user.click(screen.getByRole('link', { name: named }));
  expect(await screen.findByRole('textbox', { name: 'pro.price' })).toHaveProperty('value', '30');
});

test('a mistake that keeps the page as it was is told over it, and leads to its field', async () => {
  server.on('GET page', () => [200, { ...page, held: [problem] }]);
  const user = open();
  await screen.findByText('Not shown until the mistakes below are fixed.');
  await user.click(screen.getByRole('link', { name: /A price is a number/ }));
  await screen.findByRole('textbox', { name: 'pro.price' });
});

test('mistakes are told before one publishes, and lead to the page where their file was edited last', async () => {
  server.on('GET page', () => [200, { ...page, held: [problem] }]);
  const user = open('/edit?site=main&path=/about');
  await user.click(await button('$30'));
  await user.type(await screen.findByRole('textbox', { name: 'pro.price' }), 'x');
  history.pushState(null, '', '/studio/changes');
  dispatchEvent(new PopStateEvent('popstate'));
  await user.click(await screen.findByRole('link', { name: /A price is a number/ }));
  await screen.findByRole('textbox', { name: 'pro.price' });
  expect(new URLSearchParams(location.search).get('path')).toBe('/about');
});

test('lines of the hours of one week are one change, taken back together', async () => {
  const of = (op: string, at: string, old: string | null, value: string) => ({ file: plans, op, at, old, value });
  const lines = [
    of('set', 'shop.hours[0]', 'Tu-Fr 07:00-18:00', 'Tu-We,Fr 07:00-18:00'),
    of('insert', 'shop.hours[1]', null, 'Th 07:00-13:00'),
  ];
  const other = of('set', 'shop.name', 'Shop', 'Bakery');
  listed = [...lines, other].map((each) => ({ ...each, by, when, conflict: null }));
  server.on('DELETE changes', () => [200, { files: [] }]);
  const user = open('/changes');
  const card = within(await screen.findByRole('region', { name: 'Plans · Shop · Hours' }));
  card.getByText('Th 07:00-13:00');
  expect(screen.getAllByRole('banner')[0]?.textContent).toContain('2 changes');
  await user.click(card.getByRole('button', { name: 'Take back' }));
  const seen = lines.map(({ op, at, value }) => ({ op, at, value }));
  await waitFor(() => expect(server.calls('DELETE changes')).toEqual([{ file: plans, changes: seen }]));
});

test('undo and redo go by buttons and keys', async () => {
  const user = open();
  const field = await changePrice(user);
  await user.keyboard('{Control>}z{/Control}');
  expect(field).toHaveProperty('value', '30');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(field).toHaveProperty('value', '35');
  await user.click(await button('Undo'));
  expect(field).toHaveProperty('value', '30');
  await user.click(await button('Redo'));
  await waitFor(() => expect(server.files[plans]).toMatchObject({ pro: { price: '35' } }));
});

test('F6 leads from area to area, and back', async () => {
  const user = open('/changes');
  const search = await screen.findByRole('searchbox', { name: 'Find a page' });
  await screen.findByRole('heading', { level: 1, name: 'Changes' });
  await user.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement).toBe(search);
  await user.keyboard('{Shift>}{F6}{/Shift}');
  expect(screen.getAllByRole('banner')[0]?.contains(document.activeElement)).toBe(true);
  await user.keyboard('{F6}{F6}');
  expect(document.activeElement).toBe(await button('Back'));
});

test('what comes from elsewhere leads to its home, and back', async () => {
  const user = open();
  await user.click(await button('Hello'));
  await user.click(await button('Where it comes from'));
  expect(await screen.findByRole('textbox', { name: 'pro.name' })).toHaveProperty('value', 'Pro');
  await user.click(await button('Back'));
  expect(await screen.findByRole('textbox', { name: 'sections[0].hero.title' })).toHaveProperty('value', 'Hello');
  await user.type(screen.getByRole('textbox', { name: /hero/ }), '{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /hero/ })).toBeNull());
});

test('an entry that is removed from the list of all is named, and goes once somebody says so', async () => {
  server.on('POST remove', ({ try: isTry }: { try?: boolean }) => [200, isTry ? { uses: [], also: [] } : {}]);
  const user = open();
  await user.click(await button('$30'));
  await user.click(await button('Plans'));
  await user.click(await button('Remove an entry'));
  await screen.findByRole('dialog', { name: 'Remove “Pro”?' });
  await user.click(await button('Remove'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('POST remove').at(-1)).toEqual({ file: plans, at: 'pro', to: '' });
});

test('what the folder says otherwise is shown at the field, and settled there', async () => {
  const conflict = { theirs: '99', by: 'disk', when };
  listed = [{ file: plans, op: 'set', at: 'pro.price', old: '30', value: '35', by, when, conflict }];
  server.on('POST changes/settle', () => [200, { files: [] }]);
  const user = open();
  await user.click(await button('$30'));
  const card = within(await screen.findByRole('region', { name: 'Plans · Pro · Price' }));
  card.getByText('99');
  await user.click(card.getByRole('button', { name: 'Take yours' }));
  const settled = { file: plans, op: 'set', at: 'pro.price', value: '35', take: 'mine' };
  await waitFor(() => expect(server.calls('POST changes/settle')).toEqual([settled]));
});

test('in a conflict both values are shown, and one is taken', async () => {
  const user = open();
  await user.click(await button('$30'));
  await screen.findByRole('textbox', { name: 'pro.price' });
  server.files[plans] = { pro: { price: '99', name: 'Pro' } };
  await user.type(screen.getByRole('textbox', { name: 'pro.price' }), '5');
  await status('Please look at this');
  const card = within(await screen.findByRole('region', { name: 'Somebody else changed this' }));
  card.getByText('305');
  card.getByText('99');
  card.getByText(/anna@example.org/);
  await user.click(card.getByRole('button', { name: 'Take yours' }));
  await waitFor(() => expect(server.files[plans]).toMatchObject({ pro: { price: '305' } }));
  await status('Saved');
});

test('what is refused says why, and leads to the file as text', async () => {
  server.on('POST changes', ({ changes }: { changes: { id: string }[] }) => [
    422,
    { error: { code: 'not_edited', message: 'This price is an alias.' }, id: changes[0]?.id },
  ]);
  const user = open();
  await changePrice(user);
  const card = within(await screen.findByRole('region', { name: 'This could not be saved' }));
  card.getByText(/This price is an alias./);
  card.getByText('35');
  expect(card.queryByRole('button', { name: 'Take yours' })).toBeNull();
  await user.click(card.getByRole('link', { name: 'File as text' }));
  const heading = await screen.findByRole('heading', { level: 1, name: plans });
  expect(document.activeElement).toBe(heading);
});

test('a file that is refused as text is edited on, or dropped', async () => {
  server.on('POST changes', ({ changes }: { changes: { id: string }[] }) => [
    422,
    { error: { code: 'not_edited', message: 'Owners change this.' }, id: changes[0]?.id },
  ]);
  const user = open(`/file?file=${plans}`);
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'File as text' });
  const before = text.value;
  await user.type(text, 'theme: x');
  const card = within(await screen.findByRole('region', { name: 'This could not be saved' }));
  card.getByText('Owners change this.');
  await user.click(card.getByRole('link', { name: 'Edit on' }));
  expect(document.activeElement).toBe(text);
  expect(text.value).toBe(`${before}theme: x`);
  await user.click(card.getByRole('button', { name: 'Try again' }));
  const sent = server.calls('POST changes') as { changes: Change[] }[];
  await waitFor(() => expect(sent.length).toBeLessThan(server.calls('POST changes').length));
  await user.click(await screen.findByRole('button', { name: 'Drop it' }));
  expect(text.value).toBe(before);
});

test('when the session ends nothing disappears, and what was typed is sent after the sign-in', async () => {
  let isIn = true;
  const guard = (name: string, answer: (body: never) => [number, unknown?]) =>
    server.on(name, (body: never) =>
      isIn ? answer(body) : [401, { error: { code: 'signed_out', message: 'Sign in.' } }],
    );
  guard('GET me', () => [200, me]);
  guard('POST changes', ({ changes }: { changes: never[] }) => server.patch(changes));
  server.on('POST sign-in', () => [202, {}]);
  server.on('POST sign-in/code', () => {
    isIn = true;
    return [200, {}];
  });
  const user = open();
  await user.click(await button('$30'));
  await screen.findByRole('textbox', { name: 'pro.price' });
  isIn = false;
  await user.type(screen.getByRole('textbox', { name: 'pro.price' }), '5');
  await screen.findByText('Signed out: kept here');
  // Who types on does so in the field, and not in the sign-in, which comes once the field is left.
  await user.keyboard('6');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.tab();
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in' }));
  expect(screen.getByRole('textbox', { name: 'pro.price', hidden: true })).toHaveProperty('value', '3056');
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'mia@example.org');
  await user.click(dialog.getByRole('button', { name: 'Send me a code' }));
  await user.type(await dialog.findByRole('textbox', { name: /Six digits/ }), '123456');
  await user.click(dialog.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(server.files[plans]).toMatchObject({ pro: { price: '3056' } }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a sign-in in another tab is one here, too', async () => {
  let isIn = false;
  server.on('GET me', () => (isIn ? [200, me] : [401, { error: { code: 'signed_out', message: 'Sign in.' } }]));
  open();
  await screen.findByRole('textbox', { name: 'Email address' });
  isIn = true;
  const other = new BroadcastChannel('studio');
  other.postMessage('signed in');
  await button('$30');
  other.close();
});

test('what a closed tab has left stands beside the present value, and is made or dropped', async () => {
  const change = { id: 'x', file: plans, op: 'set', at: 'pro.price', value: '35', old: '20' };
  localStorage.setItem('studio.changes.mia@example.org.gone', JSON.stringify({ pending: [change], held: [] }));
  const user = open('/changes');
  const card = within(await screen.findByRole('region', { name: 'This was not saved last time' }));
  await card.findByText('35');
  card.getByText('30');
  expect(server.files[plans]).toMatchObject({ pro: { price: '30' } });
  await user.click(card.getByRole('button', { name: 'Take yours' }));
  await waitFor(() => expect(server.files[plans]).toMatchObject({ pro: { price: '35' } }));
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test('changes are listed before and after, taken back, and settled where disk or git said otherwise', async () => {
  const conflict = { theirs: 'Hi', by: 'disk', when };
  listed = [
    {
      file: plans,
      op: 'set',
      at: 'pro.price',
      old: '30',
      value: '35',
      by,
      when,
      conflict: null,
    },
    { file: home, op: 'set', at: 'title', old: 'Home', value: 'Start', by, when, conflict },
    {
      file: home,
      op: 'remove',
      at: 'sections[1]',
      old: { text: { title: 'Old' } },
      value: null,
      by,
      when,
      conflict: null,
    },
  ];
  server.on('DELETE changes', () => [200, { files: [] }]);
  server.on('POST changes/settle', () => [200, { files: [] }]);
  const user = open('/changes');
  const price = within(await screen.findByRole('region', { name: 'Plans · Pro · Price' }));
  price.getByText('30');
  price.getByText('35');
  await user.click(price.getByRole('button', { name: 'Take back' }));
  await waitFor(() =>
    expect(server.calls('DELETE changes')).toEqual([
      { file: plans, changes: [{ op: 'set', at: 'pro.price', value: '35' }] },
    ]),
  );
  const title = within(screen.getByRole('region', { name: 'Home · Title' }));
  title.getByText('Hi');
  await user.click(title.getByRole('button', { name: 'Take the other' }));
  await waitFor(() =>
    expect(server.calls('POST changes/settle')).toEqual([
      { file: home, op: 'set', at: 'title', value: 'Start', take: 'theirs' },
    ]),
  );
  within(screen.getByRole('region', { name: 'Home · Sections 2' })).getByText('Removed');
});

test('what was taken back is not undone once more', async () => {
  server.on('DELETE changes', () => {
    listed = [];
    return [200, { files: [] }];
  });
  const user = open();
  await changePrice(user);
  await user.click(await screen.findByRole('link', { name: /^1 change/ }));
  expect(await button('Undo')).toHaveProperty('disabled', false);
  await user.click(await button('Take back'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true));
});

test('the history tells what went live, and brings it back as changes', async () => {
  const change = { op: 'set', at: 'pro.price', old: '25', value: '30' };
  server.on('GET history', () => [
    200,
    [
      { revision: 'r2', when, by: 'ada@bakery.example', files: [{ file: plans, changes: [change] }] },
      { revision: 'r1', when, by: 'disk', files: [{ file: plans, changes: [{ ...change, title: 'The first' }] }] },
    ],
  ]);
  server.on('POST restore', () => [200, { files: [] }]);
  const user = open('/history');
  await screen.findByText('Saved in the folder');
  expect(screen.getAllByText('25')).toHaveLength(2);
  // What was before the oldest, nobody knows.
  expect(screen.getAllByRole('button', { name: /Bring back what was before/ })).toHaveLength(1);
  await user.click(await button(/Bring back what was before/));
  const heading = await screen.findByRole('heading', { name: 'Changes', level: 1 });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(server.calls('POST restore')).toEqual([{ revision: 'r1', file: plans }]);
});

test('the menu says that nobody has read what a visitor sent', async () => {
  server.on('GET inquiries', (_, query) => [200, { inquiries: query.get('state') === 'unread' ? [{}] : [] }]);
  open('/people');
  await screen.findByRole('link', { name: 'Inquiries Some are unread' });
});

test('owners invite people and remove them', async () => {
  const people = [
    { email: me.email, role: 'owner', sites: [], since: when, seen: when },
    { email: 'ben@example.org', role: 'writer', sites: ['main'], since: when, seen: '' },
  ];
  server.on('GET people', () => [200, people]);
  server.on('POST people/invite', () => [200, { link: 'https://example.org/studio/join/abc' }]);
  server.on('POST people/remove', () => {
    people.pop();
    return [204];
  });
  const user = open('/people');
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Role: / });
  expect(role.value).toBe('writer');
  await user.selectOptions(role, 'inbox');
  await waitFor(() => expect(server.calls('POST people/invite')).toHaveLength(1));
  await user.type(screen.getByRole('textbox', { name: 'Email address' }), 'eve@example.org');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'writer');
  await user.click(screen.getByRole('checkbox', { name: 'Evenlight' }));
  await user.click(await button('Invite'));
  expect(await screen.findByRole('textbox', { name: /Send this link/ })).toHaveProperty(
    'value',
    'https://example.org/studio/join/abc',
  );
  await user.click(await button('Copy'));
  await screen.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe('https://example.org/studio/join/abc');
  expect(server.calls('POST people/invite')).toEqual([
    { email: 'ben@example.org', role: 'inbox', sites: ['main'] },
    { email: 'eve@example.org', role: 'writer', sites: ['main'] },
  ]);
  await user.click(await button('Remove: ben@example.org'));
  await waitFor(() => expect(screen.queryByText('ben@example.org')).toBeNull());
});

test('a file as text is saved while one types, with its own ends of lines, and shows its problems by their lines', async () => {
  let source = 'pro:\r\n';
  server.on('GET file', () => [
    200,
    { file: plans, version: '1', schema: 'any', values: {}, source, changes: [], problems: [{ ...problem, line: 1 }] },
  ]);
  server.on('POST changes', ({ changes }: { changes: Change[] }) => {
    for (const { at, old, value } of changes) {
      expect([at, old]).toEqual(['', source]);
      source = String(value);
    }
    return [200, { files: [{ file: plans, version: '2', problems: [] }] }];
  });
  const user = open(`/file?file=${plans}`);
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'File as text' });
  expect(text.getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('link', { name: /Line 1/ }));
  expect(document.activeElement).toBe(text);
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('o:');
  text.setSelectionRange(5, 5);
  await user.keyboard('  price: 35');
  await status('Saved');
  await waitFor(() => expect(source).toBe('pro:\r\n  price: 35'));
});

test('where nothing can be changed a sentence says why', async () => {
  server.on('GET me', () => [200, { ...me, readOnly: 'The folder cannot be written.' }]);
  const user = open();
  await user.click(await button('$30'));
  const field = await screen.findByRole('textbox', { name: 'pro.price' });
  expect(field.closest('fieldset')?.disabled).toBe(true);
  await status('The folder cannot be written.');
});

test('a writer neither publishes nor invites', async () => {
  server.on('GET me', () => [200, { ...me, role: 'writer' }]);
  listed = [{ file: plans, op: 'set', at: 'pro.price', value: '35', by, when, conflict: null, title: 'Plans · Price' }];
  open('/changes');
  await button('Take back');
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Publish' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'People' })).toBeNull();
});

test('on a phone pages are behind a button, which closes when one is chosen', async () => {
  stubWidth(false);
  const user = open();
  await button('Hello');
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  await user.click(await button('Pages and more'));
  await user.click(await screen.findByRole('link', { name: 'Startseite' }));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull());
  expect(location.search).toContain('main.de');
});

test('a page that is gone, and a server that does not answer, say so', async () => {
  server.on('GET page', () => [404, { error: { code: 'not_found', message: 'There is no such page.' } }]);
  open('/edit?site=main&path=/gone');
  await screen.findByRole('heading', { name: 'There is nothing here.' });
});

test('a server that does not answer at first is asked again', async () => {
  let isThere = false;
  server.on('GET me', () => (isThere ? [200, me] : Promise.reject(new TypeError('offline'))));
  const user = open();
  await screen.findByRole('heading', { name: 'Studio cannot be reached.' });
  isThere = true;
  await user.click(await button('Try again'));
  await button('Hello');
});
