import { expect, onTestFinished, test, vi } from 'vitest';
import type { Change } from '../api/types';
import { TestServer } from '../test-server';
import { Uploads } from './uploads';

/** Uploads of somebody, to a server that takes four bytes at once. */
function begin() {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 });
  const request = (_: string, __: object, act: (lock: object) => unknown) => act({});
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }));
  vi.spyOn(console, 'error').mockReturnValue(undefined); // this window has no database
  const server = new TestServer();
  const sums = new Map<string, number>();
  const answer = (sum: string, size: number) => {
    const arrived = sums.get(sum) ?? 0;
    return arrived < size ? { arrived, chunk: 4 } : { file: 'main/images/oven.jpg', src: 'images/oven.jpg' };
  };
  server.on('POST uploads', ({ sum, size }: { sum: string; size: number }) => [200, answer(sum, size)]);
  server.on('POST uploads/chunk', (_, query) => {
    const [sum, size] = [query.get('sum') ?? '', Number(query.get('size'))];
    sums.set(sum, Math.min(size, Number(query.get('at')) + 4));
    return [200, answer(sum, size)];
  });
  const changes: Change[] = [];
  const uploads = new Uploads();
  const stop = uploads.start({ email: 'ada@example.org', change: (...all) => changes.push(...all), changed: vi.fn() });
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const file = (name: string, text = 'ten bytes.') => new File([text], name, { type: 'image/png' });
  return { server, uploads, changes, file, offsets: () => server.calls('POST uploads/chunk').length };
}

const target = { file: 'main/pages/index.yaml', op: 'set' as const, at: 'image.src', value: '', old: '' };

test('a file is sent in parts, and what it is for is done', async () => {
  const { uploads, changes, file, offsets } = begin();
  await uploads.add([file('oven.png')], () => ({ to: 'main/images', target }));
  await vi.waitFor(() => expect(changes).toEqual([{ ...target, value: 'images/oven.jpg' }]));
  expect(offsets()).toBe(3);
  expect(uploads.state).toEqual([]);
});

test('a picture that is an item of a list keeps its other keys', async () => {
  const { uploads, changes, file } = begin();
  const item = { ...target, op: 'insert' as const, at: 'items[1]', value: { alt: '' } };
  await uploads.add([file('oven.png')], () => ({ to: 'main/images', target: item }));
  await vi.waitFor(() => expect(changes[0]?.value).toEqual({ alt: '', src: 'images/oven.jpg' }));
});

test('after a gap it goes on where it was, and the others wait behind it', async () => {
  const { server, uploads, changes, file, offsets } = begin();
  const send = vi.mocked(fetch);
  let isOff = false;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (isOff) throw new TypeError('no network');
    if (address.includes('chunk') && offsets() === 1) isOff = true;
    return send(address, init);
  });
  await uploads.add([file('one.png'), file('two.png', 'others')], (i) => ({
    to: 'main/images',
    target: { ...target, at: `${i}` },
  }));
  await vi.waitFor(() => expect(uploads.state.map(({ status }) => status)).toEqual(['gap', 'gap']));
  isOff = false;
  await vi.waitFor(() => expect(changes.map(({ at }) => at)).toEqual(['0', '1']), 10_000);
  expect(offsets()).toBe(3 + 2);
  expect(server.calls('POST uploads').length).toBeGreaterThan(2);
});

test('what the server does not take says why, and goes when nobody wants it', async () => {
  const { server, uploads, changes, file } = begin();
  server.on('POST uploads', () => [422, { error: { code: 'not_changed', message: 'It is larger than 20 MB.' } }]);
  await uploads.add([file('oven.png')], () => ({ to: 'main/images', target }));
  await vi.waitFor(() =>
    expect(uploads.state[0]).toMatchObject({ status: 'refused', reason: 'It is larger than 20 MB.' }),
  );
  uploads.cancel(uploads.state[0]?.id ?? '');
  expect(uploads.state).toEqual([]);
  expect(changes).toEqual([]);
});

test('what nobody wants any more is given up on the server, too', async () => {
  const { server, uploads, file } = begin();
  server.on('POST uploads/chunk', () => {
    uploads.cancel(uploads.state[0]?.id ?? '');
    return [200, { arrived: 4, chunk: 4 }];
  });
  server.on('DELETE uploads', () => [204]);
  await uploads.add([file('oven.png')], () => ({ to: 'main/images' }));
  await vi.waitFor(() => expect(server.calls('DELETE uploads')).toMatchObject([{ file: 'main/images' }]));
});

test('what this browser cannot show is said, and not sent', async () => {
  const { server, uploads } = begin();
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown')));
  await uploads.add([new File(['x'], 'IMG_1.HEIC')], () => ({ to: 'main/images' }));
  expect(uploads.state[0]?.reason).toMatch(/^This browser cannot open/);
  expect(server.calls('POST uploads')).toEqual([]);
});
