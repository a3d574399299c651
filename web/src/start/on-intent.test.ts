import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onIntent } from './on-intent';

let paint: (name?: string) => void;
let idle: (() => void)[];

beforeEach(() => {
  idle = [];
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (entries: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void) {
        paint = (name = 'first-contentful-paint') =>
          callback({ getEntriesByName: (asked) => (asked === name ? [{ name } as PerformanceEntry] : []) });
      }
      observe(options: object) {
        expect(options).toEqual({ type: 'paint', buffered: true });
      }
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  document.body.innerHTML = '<p>Words</p><a href="/about"><b>About</b></a><label>Name <input></label>';
});

afterEach(() => vi.unstubAllGlobals());

const words = () => document.querySelector('p');
const link = () => document.querySelector('b');

test.each([
  ['pointerover', link],
  ['pointerdown', link],
  ['focusin', () => document.querySelector('input')],
  ['keydown', words],
  ['online', () => window],
  ['visibilitychange', () => document],
])('a %s is a sign, once', (type, target) => {
  const run = vi.fn();
  onIntent(run);
  const sign = new Event(type, { bubbles: true });
  target()?.dispatchEvent(sign);
  expect(run.mock.calls).toEqual([[sign]]);
  target()?.dispatchEvent(new Event(type, { bubbles: true }));
  expect(run).toHaveBeenCalledOnce();
});

test.each(['pointerover', 'pointerdown', 'scroll', 'touchmove'])('a %s on words is none', (type) => {
  const run = vi.fn();
  onIntent(run);
  words()?.dispatchEvent(new Event(type, { bubbles: true }));
  expect(run).not.toHaveBeenCalled();
});

test('a tab that goes is no sign, and a window that comes back is one', () => {
  const run = vi.fn();
  onIntent(run);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  expect(run).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('blur'));
  window.dispatchEvent(new Event('focus'));
  expect(run).toHaveBeenCalledOnce();
});

test('a page that needs nothing waits, however idle the browser is', () => {
  paint = () => {
    throw new Error('nobody waits for the paint');
  };
  onIntent(vi.fn());
  expect(() => paint()).toThrow();
  expect(idle).toEqual([]);
});

test('a page with something interactive starts when it was painted and the browser is idle', () => {
  document.body.insertAdjacentHTML('beforeend', '<form data-interactive></form>');
  const run = vi.fn();
  onIntent(run);
  paint('first-paint'); // the background alone
  expect(idle).toEqual([]);
  paint();
  expect(run).not.toHaveBeenCalled();
  idle[0]?.();
  expect(run.mock.calls).toEqual([[undefined]]);
});
