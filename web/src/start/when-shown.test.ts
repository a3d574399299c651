import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenShown } from './when-shown';

let paint: (name?: string) => void;
let idle: (() => void)[];

beforeEach(() => {
  idle = [];
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (entries: Pick<PerformanceObserverEntryList, 'getEntriesByName'>) => void) {
        paint = (name = 'first-contentful-paint') =>
          callback({
            getEntriesByName: (asked) => (asked === name ? [{ name } as PerformanceEntry] : []),
          });
      }
      observe(options: object) {
        expect(options).toEqual({ type: 'paint', buffered: true });
      }
      disconnect() {
        paint = () => {
          throw new Error('the paint is told after nobody asks for it any more');
        };
      }
    },
  );
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
});

afterEach(() => vi.unstubAllGlobals());

test('waits for the paint, and then for idle time', () => {
  const run = vi.fn();
  whenShown(run);
  expect(idle).toEqual([]);
  paint('first-paint'); // the background alone
  expect(idle).toEqual([]);
  paint();
  expect(run).not.toHaveBeenCalled();
  idle[0]?.();
  expect(run).toHaveBeenCalledOnce();
});

test.each(['pointerdown', 'keydown', 'focusin', 'scroll'])(
  'does not wait for either when there is a %s, and calls back once',
  (type) => {
    const run = vi.fn();
    whenShown(run);
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(run).toHaveBeenCalledOnce();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(run).toHaveBeenCalledOnce();
  },
);

test('a touch between the paint and idle time is one start, not two', () => {
  const run = vi.fn();
  whenShown(run);
  paint();
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  idle[0]?.();
  expect(run).toHaveBeenCalledOnce();
});

test('a browser that knows no idle time takes its next moment', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const started = new Promise<void>((resolve) => whenShown(resolve));
  paint();
  await started;
});
