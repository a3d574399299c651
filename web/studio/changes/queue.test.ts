import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '../api/types';
import { TestLocks, TestServer } from '../test-server';
import { Queue } from './queue';
import { type Held, Store } from './store';

const file = 'main/plans.yaml';
const set = (value: string, old?: string, at = 'pro.price'): Change => ({
  file,
  op: 'set',
  at,
  value,
  ...(old && { old }),
});

let server: TestServer;
let locks: TestLocks;
let opened: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  server = new TestServer();
  server.files[file] = { pro: { price: '10', name: 'Pro' }, items: ['a', 'b', 'c'] };
  locks = new TestLocks();
  opened = [];
});
afterEach(() => {
  for (const close of opened) close();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

/** A tab of a browser; `close` is what becomes of it when it is closed or killed. */
async function openTab(email = 'mia@example.org') {
  const saved = vi.fn();
  const queue = new Queue(new Store(email, locks as never), saved);
  const close = queue.start();
  opened.push(close);
  await vi.advanceTimersByTimeAsync(0);
  return { queue, saved, close };
}
const settled = () => vi.advanceTimersByTimeAsync(200);
const sentValues = () =>
  server.calls('POST changes').map((body) => (body as { changes: Change[] }).changes.map(({ value }) => value));
const unreachable = () => server.on('POST changes', () => Promise.reject(new TypeError('offline')));
const reachable = () => server.on('POST changes', ({ changes }: { changes: never[] }) => server.patch(changes));

test('of changes that are made together none is made where one is in conflict, and each is shown', async () => {
  const { queue } = await openTab();
  server.files[file] = { pro: { price: '99', name: 'Pro' }, items: ['a', 'b', 'c'] };
  queue.change(set('12', '10'), { file, op: 'remove', at: 'items[0]', old: 'a' });
  await settled();
  expect(server.files[file]).toEqual({ pro: { price: '99', name: 'Pro' }, items: ['a', 'b', 'c'] });
  expect(queue.state.pending).toEqual([]);
  expect(queue.state.held).toMatchObject([
    { why: 'conflict', change: { value: '12' }, theirs: '99' },
    { why: 'conflict', change: { op: 'remove', at: 'items[0]' }, theirs: 'a' },
  ]);
  expect(queue.state.undoable).toBe(false);
  queue.take(queue.state.held, ['99', 'a']);
  await settled();
  expect(server.files[file]).toEqual({ pro: { price: '12', name: 'Pro' }, items: ['b', 'c'] });
});

test('what was done in a file that became something else is not undone', async () => {
  const { queue } = await openTab();
  queue.change(set('12', '10'));
  queue.change({ file: 'main/pages/index.yaml', op: 'set', at: 'title', value: 'Start' });
  queue.forget(file);
  expect(queue.state.undoable).toBe(true);
  queue.undo();
  expect(queue.state.undoable).toBe(false);
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
});

test('changes that are made together are undone and redone together', async () => {
  const { queue } = await openTab();
  queue.change(set('12', '10'), { file, op: 'insert', at: 'items[1]', value: 'x' });
  queue.undo();
  await settled();
  expect(server.files[file]).toEqual({ pro: { price: '10', name: 'Pro' }, items: ['a', 'b', 'c'] });
  expect(queue.state).toMatchObject({ undoable: false, redoable: true });
  queue.redo();
  await settled();
  expect(server.files[file]).toEqual({ pro: { price: '12', name: 'Pro' }, items: ['a', 'x', 'b', 'c'] });
});

test('a change is kept in the browser before it is sent, and until the server has it', async () => {
  const { queue, saved } = await openTab();
  queue.change(set('12', '10'));
  expect(Object.values({ ...localStorage }).join()).toContain('"value":"12"');
  expect(server.calls('POST changes')).toEqual([]);
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
  expect(saved).toHaveBeenCalledWith([expect.objectContaining({ value: '12' })], [expect.objectContaining({ file })]);
  expect(queue.state).toMatchObject({ status: 'saved', pending: [], saves: 1 });
  expect(localStorage.length).toBe(0);
});

test('what is typed in one field is sent as one value, of what stood there before', async () => {
  const { queue } = await openTab();
  for (const [value, old] of [
    ['1', '10'],
    ['12', '1'],
    ['123', '12'],
  ] as const) {
    queue.change(set(value, old));
    await vi.advanceTimersByTimeAsync(100);
  }
  await settled();
  expect(sentValues()).toEqual([['123']]);
});

test('what is typed while a request is under way waits for a pause as well', async () => {
  const { queue } = await openTab();
  let answer: () => void = () => undefined;
  server.on('POST changes', async ({ changes }: { changes: never[] }) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return server.patch(changes);
  });
  queue.change(set('1', '10'));
  await settled();
  queue.change(set('12', '1'));
  answer();
  await vi.advanceTimersByTimeAsync(100);
  queue.change(set('123', '12'));
  await settled();
  answer();
  await settled();
  expect(sentValues()).toEqual([['1'], ['123']]);
  expect(server.files[file]).toMatchObject({ pro: { price: '123' } });
});

test('who never pauses is saved all the same', async () => {
  const { queue } = await openTab();
  for (let i = 0; i < 30; i += 1) {
    queue.change(set(`1${i}`, i ? `1${i - 1}` : '10'));
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(sentValues()).toHaveLength(1);
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '129' } });
});

test('changes of several fields and lists arrive in the order in which they were made', async () => {
  const { queue } = await openTab();
  queue.change(set('12', '10'));
  queue.change(set('Best', 'Pro', 'pro.name'));
  queue.change({ file, op: 'insert', at: 'items[0]', value: 'new' });
  queue.change(set('newer', 'new', 'items[0]'));
  queue.change({ file, op: 'move', at: 'items[0]', to: 'items[3]' });
  queue.change({ file, op: 'remove', at: 'items[0]', old: 'a' });
  await settled();
  expect(server.files[file]).toEqual({ pro: { price: '12', name: 'Best' }, items: ['b', 'c', 'newer'] });
});

test('a value that may have arrived is not altered: what is typed later is a change of its own', async () => {
  const { queue } = await openTab();
  // It is taken, and the answer is lost.
  server.on('POST changes', ({ changes }: { changes: never[] }) => {
    server.patch(changes);
    throw new TypeError('connection lost');
  });
  queue.change(set('12', '10'));
  await settled();
  queue.change(set('13', '12'));
  expect(queue.state.pending).toHaveLength(2);
  reachable();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.files[file]).toMatchObject({ pro: { price: '13' } });
  expect(queue.state).toMatchObject({ status: 'saved', pending: [], held: [] });
});

test('without a connection changes are kept, tried again later and later, and at once when the browser is online', async () => {
  const { queue } = await openTab();
  unreachable();
  queue.change(set('12', '10'));
  await settled();
  expect(queue.state).toMatchObject({ status: 'unreachable', pending: [{ value: '12' }] });
  await vi.advanceTimersByTimeAsync(60_000);
  const tries = server.calls('POST changes').length;
  expect(tries).toBeGreaterThan(4);
  expect(tries).toBeLessThan(12);
  reachable();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
  expect(queue.state.status).toBe('saved');
});

test.each([500, 502, 503, 429])('a server that answers %i is asked again', async (status) => {
  const { queue } = await openTab();
  server.on('POST changes', () => [status, { error: { code: 'internal', message: 'Internal error' } }]);
  queue.change(set('12', '10'));
  await settled();
  expect(queue.state.status).toBe('unreachable');
  reachable();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
});

test('a proxy’s page is no answer', async () => {
  const { queue } = await openTab();
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 200 }));
  queue.change(set('12', '10'));
  await settled();
  expect(queue.state).toMatchObject({ status: 'unreachable', pending: [{ value: '12' }] });
});

test('when the session has ended changes are kept, and sent after the sign-in', async () => {
  const { queue } = await openTab();
  server.on('POST changes', () => [401, { error: { code: 'signed_out', message: 'Sign in.' } }]);
  queue.change(set('12', '10'));
  await settled();
  queue.change(set('Best', 'Pro', 'pro.name'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.state.status).toBe('signed-out');
  expect(server.calls('POST changes')).toHaveLength(1);
  reachable();
  await queue.flush();
  expect(server.files[file]).toMatchObject({ pro: { price: '12', name: 'Best' } });
});

test('nothing of one person is sent in the name of another', async () => {
  const mia = await openTab();
  unreachable();
  mia.queue.change(set('12', '10'));
  await settled();
  mia.close();
  reachable();
  const { queue } = await openTab('ben@example.org');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.state).toMatchObject({ held: [], pending: [] });
  expect(server.files[file]).toMatchObject({ pro: { price: '10' } });
  expect((await openTab()).queue.state).toMatchObject({ held: [{ why: 'left', change: { value: '12' } }] });
});

test('in a conflict both values are there; what is typed on is still mine, and the rest is saved', async () => {
  const { queue } = await openTab();
  server.files[file] = { pro: { price: '99', name: 'Pro' } };
  queue.change(set('12', '10'));
  queue.change(set('Best', 'Pro', 'pro.name'));
  await settled();
  queue.change(set('13', '12'));
  await settled();
  expect(queue.state.held).toMatchObject([
    { change: { value: '13' }, why: 'conflict', theirs: '99', by: 'anna@example.org' },
  ]);
  expect(server.files[file]).toEqual({ pro: { price: '99', name: 'Best' } });
  expect(Object.values({ ...localStorage }).join()).toContain('"value":"13"');
});

test.each([
  ['mine', '12'],
  ['theirs', '99'],
] as const)('of a conflict %s is taken', async (take, price) => {
  const { queue } = await openTab();
  server.files[file] = { pro: { price: '99' } };
  queue.change(set('12', '10'));
  await settled();
  const [held] = queue.state.held as [Held];
  if (take === 'mine') queue.take([held], [held.theirs]);
  else queue.drop([held]);
  await settled();
  expect(queue.state.held).toEqual([]);
  expect(server.files[file]).toEqual({ pro: { price } });
});

test('what is refused says why and stays until it is dismissed; the rest is saved', async () => {
  const { queue } = await openTab();
  server.on('POST changes', ({ changes }: { changes: (Change & { id: string })[] }) => {
    const bad = changes.find(({ value }) => value === 'bad');
    if (bad) return [422, { error: { code: 'not_edited', message: 'This list is an alias.' }, id: bad.id }];
    return server.patch(changes);
  });
  queue.change(set('bad', '10'));
  queue.change(set('Best', 'Pro', 'pro.name'));
  await settled();
  expect(queue.state.held).toMatchObject([
    { change: { value: 'bad' }, why: 'refused', reason: 'This list is an alias.' },
  ]);
  expect(server.files[file]).toMatchObject({ pro: { price: '10', name: 'Best' } });
  expect(Object.values({ ...localStorage }).join()).toContain('bad');

  // The next value of the field comes in its place, and is no conflict.
  queue.change(set('14', 'bad'));
  await settled();
  expect(queue.state).toMatchObject({ held: [], pending: [] });
  expect(server.files[file]).toMatchObject({ pro: { price: '14' } });

  queue.change(set('bad', '14'));
  await settled();
  queue.drop(queue.state.held);
  expect(localStorage.length).toBe(0);
});

test('when a whole request is refused, each of its changes is sent alone', async () => {
  const { queue } = await openTab();
  server.on('POST changes', ({ changes }: { changes: never[] }) =>
    changes.length > 1 ? [413, { error: { code: 'too_large', message: 'Too large.' } }] : server.patch(changes),
  );
  queue.change(set('12', '10'));
  queue.change(set('Best', 'Pro', 'pro.name'));
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '12', name: 'Best' } });
  expect(queue.state.held).toEqual([]);
});

test('what is too much for one request is sent in parts, and what is too large alone is refused at once', async () => {
  const { queue } = await openTab();
  const sizes: number[] = [];
  server.on('POST changes', ({ changes }: { changes: never[] }) => {
    sizes.push(JSON.stringify(changes).length);
    return server.patch(changes);
  });
  queue.change(set('x'.repeat(900_000), undefined, 'long'));
  queue.change(set('x'.repeat(2_100_000), '10'));
  for (let i = 0; i < 5; i += 1) queue.change(set('é'.repeat(200_000), undefined, `note${i}`));
  await settled();
  expect(queue.state).toMatchObject({
    status: 'saved',
    pending: [],
    held: [{ why: 'refused', reason: 'It is too large.' }],
  });
  expect(sizes).toHaveLength(4);
  expect(server.files[file]).toMatchObject({ pro: { price: '10' }, note4: 'é'.repeat(200_000) });
});

test('a proxy that finds a request too large is not asked for the same again', async () => {
  const { queue } = await openTab();
  vi.stubGlobal('fetch', async () => new Response('<h1>Request entity too large</h1>', { status: 413 }));
  queue.change(set('12', '10'));
  await settled();
  expect(queue.state).toMatchObject({ pending: [], held: [{ why: 'refused', reason: 'It is too large.' }] });
});

test('a tab that is loaded again goes on with its own changes', async () => {
  const before = await openTab();
  unreachable();
  before.queue.change(set('12', '10'));
  await settled();
  before.close();
  await settled();
  reachable();
  const { queue } = await openTab();
  await settled();
  expect(queue.state).toMatchObject({ held: [], pending: [], status: 'saved' });
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
  expect(localStorage.length).toBe(0);
});

test('what a closed tab has left is offered, not made; an open tab’s is its own', async () => {
  const first = await openTab();
  unreachable();
  first.queue.change(set('12', '10'));
  await settled();
  sessionStorage.clear(); // as in another tab
  expect((await openTab()).queue.state.held).toEqual([]);
  first.close();
  await settled();
  reachable();
  sessionStorage.clear();
  const { queue } = await openTab();
  await settled();
  const [held] = queue.state.held as [Held];
  expect(held).toMatchObject({ why: 'left', change: { value: '12' } });
  expect(server.files[file]).toMatchObject({ pro: { price: '10' } });
  queue.take([held], ['10']);
  await settled();
  expect(queue.state.held).toEqual([]);
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
  expect(localStorage.length).toBe(0);
});

test('a browser that keeps nothing says so, and asks before the tab is closed', async () => {
  const { queue } = await openTab();
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { setItem, removeItem: () => undefined, clear: () => undefined });
  queue.change(set('12', '10'));
  expect(queue.state.kept).toBe(false);
  const closing = new Event('beforeunload', { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
  expect(queue.state.kept).toBe(true);
});

test('undo and redo lead through everything, back and forth', async () => {
  const { queue } = await openTab();
  const first = structuredClone(server.files[file]);
  const steps: Change[] = [
    set('12', '10'),
    { file, op: 'unset', at: 'pro.name', old: 'Pro' },
    { file, op: 'set', at: 'pro.note', value: 'New' },
    { file, op: 'insert', at: 'items[1]', value: 'x' },
    { file, op: 'move', at: 'items[1]', to: 'items[3]' },
    { file, op: 'remove', at: 'items[0]', old: 'a' },
  ];
  for (const step of steps) queue.change(step);
  await settled();
  const last = structuredClone(server.files[file]);
  expect(last).toEqual({ pro: { price: '12', note: 'New' }, items: ['b', 'c', 'x'] });
  while (queue.state.undoable) queue.undo();
  await settled();
  expect(server.files[file]).toEqual(first);
  while (queue.state.redoable) queue.redo();
  await settled();
  expect(server.files[file]).toEqual(last);
  expect(queue.state).toMatchObject({ held: [], undoable: true });
});

test('what is typed at once is taken back at once; after a pause it is a step of its own', async () => {
  const { queue } = await openTab();
  queue.change(set('1', '10'));
  queue.change(set('12', '1'));
  await vi.advanceTimersByTimeAsync(5000);
  queue.change(set('123', '12'));
  queue.undo();
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '12' } });
  queue.undo();
  await settled();
  expect(server.files[file]).toMatchObject({ pro: { price: '10' } });
  expect(queue.state).toMatchObject({ undoable: false, redoable: true });
});

test.each([1, 2, 3, 4, 5])(
  'whatever is lost on the way, and however often the tab is killed, all that was typed arrives (%i)',
  async (seed) => {
    let state = seed;
    const random = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    const typed: Record<string, string> = { a: '', b: '', c: '' };
    server.files[file] = { ...typed };
    server.on('POST changes', ({ changes }: { changes: never[] }) => {
      switch (random(5)) {
        case 0:
          throw new TypeError('the request is lost');
        case 1:
          server.patch(changes);
          throw new TypeError('the answer is lost');
        case 2:
          return [503, { error: { code: 'internal', message: 'busy' } }];
        default:
          return server.patch(changes);
      }
    });
    let tab = await openTab();
    for (let i = 0; i < 200; i += 1) {
      const field = 'abc'.charAt(random(3));
      const value = `${field}${i}`;
      tab.queue.change(set(value, typed[field], field));
      typed[field] = value;
      await vi.advanceTimersByTimeAsync(random(400));
      if (random(20)) continue;
      tab.close();
      await vi.advanceTimersByTimeAsync(0);
      tab = await openTab();
    }
    reachable();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.queue.state).toMatchObject({ pending: [], held: [] });
    expect(server.files[file]).toEqual(typed);
  },
);
