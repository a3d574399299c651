import { afterEach, expect, test, vi } from 'vitest';

const entries: Record<string, object[]> = {
  navigation: [{ name: `${location.origin}/`, encodedBodySize: 12_000 }],
  resource: [{ encodedBodySize: 30_500 }, { encodedBodySize: 0 }],
};

function show(): Element {
  document.documentElement.lang = 'de';
  document.body.innerHTML = '<div data-measured="{weight}, {requests}, {paint}, {other}"><p></p></div>';
  return document.body.firstElementChild as Element;
}

function measured(paint: object[]) {
  vi.stubGlobal('performance', { getEntriesByType: (type: string) => entries[type] });
  const stub = function (this: object, tell: (list: object, observer: object) => void) {
    const observe = () => tell({ getEntriesByName: () => paint }, { disconnect: () => undefined });
    return { observe };
  };
  vi.stubGlobal('PerformanceObserver', stub);
  vi.resetModules();
  return import('./measured');
}

afterEach(() => vi.unstubAllGlobals());

test('says what the page weighs and when it was drawn, in the language of the page, once', async () => {
  history.replaceState(null, '', '/');
  const { measure } = await measured([{ startTime: 412.3 }]);
  const line = show();
  measure(line);
  expect(line.textContent?.replaceAll('\u00a0', ' ')).toBe('42,5 kB, 2, 0,412 Sek., {other}');
  const again = show();
  measure(again);
  expect(again.textContent).toBe('');
});

test('says nothing of another page, nor where nothing is measured', async () => {
  const nothing = await measured([]);
  const line = show();
  nothing.measure(line);
  expect(line.textContent).toBe('');
  history.replaceState(null, '', '/other');
  const other = await measured([{ startTime: 412.3 }]);
  other.measure(line);
  expect(line.textContent).toBe('');
});
