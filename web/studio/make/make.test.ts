import { expect, test } from 'vitest';
import type { PageEntry, Shown } from '../api/types';
import { search } from './search';
import { clockWords, shownWords } from './shown';
import { slug } from './slug';

const page = (title: string, path: string): PageEntry => ({
  site: 'main',
  title,
  path,
  file: `main/pages${path}.yaml`,
  draft: false,
  changed: false,
});

const textOf = ({ title, path }: PageEntry) => `${title} ${path}`;

test('an address is made of the words of a title', () => {
  expect(slug('Crème brûlée & Co.')).toBe('creme-brulee-co');
  expect(slug('Über Größe', 'de-AT')).toBe('ueber-groesse');
  expect(slug('Über Größe', 'en')).toBe('uber-grosse');
  expect(slug("Ada's  oven!")).toBe('adas-oven');
  expect(slug('日本')).toBe('');
});

test('pages are found by all words of their title and address, without accents', () => {
  const pages = [page('Crème cakes', '/sweet/cakes'), page('Bread', '/bread'), page('Öffnungszeiten', '/visit')];
  const found = (wanted: string) => search(pages, wanted, textOf).map(({ title }) => title);
  expect(found('')).toHaveLength(3);
  expect(found(' CREME  sweet ')).toEqual(['Crème cakes']);
  expect(found('offnung')).toEqual(['Öffnungszeiten']);
  expect(found('/bread')).toEqual(['Bread']);
  expect(found('bread cakes')).toEqual([]);
});

test('10,000 pages are searched in 100 ms', () => {
  const pages = Array.from({ length: 10_000 }, (_, i) => page(`Página número ${i}`, `/many/deep/page-${i}`));
  const begun = performance.now();
  expect(search(pages, 'pagina 9999', textOf)).toHaveLength(1);
  const first = performance.now() - begun;
  const again = performance.now();
  expect(search(pages, 'numero many', textOf).length).toBe(10_000);
  expect(performance.now() - again).toBeLessThan(100);
  expect(first).toBeLessThan(100);
});

test('a sentence says when visitors see a page, on the clock of the site', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const said = (shown: Partial<Shown>, isNew = false) =>
    shownWords({ draft: false, hidden: false, from: null, until: null, zone: 'Asia/Tokyo', ...shown }, isNew, now);
  expect(said({ draft: true, from: '2026-12-01T00:00:00Z' })).toBe('A draft: visitors do not see it.');
  expect(said({})).toBe('Visitors see it.');
  expect(said({}, true)).toBe('Visitors see it once you publish.');
  expect(said({ from: '2026-11-30T22:00:00Z', hidden: true })).toMatch(
    /^Visitors see it from Dec 1, 2026, 7:00.AM on\.$/,
  );
  expect(said({ until: '2026-11-30T22:00:00Z' })).toMatch(/^Visitors see it\. It ends on Dec 1, 2026, 7:00.AM\.$/);
  expect(said({ until: '2026-11-20T22:00:00Z', hidden: true })).toMatch(/^It ended on Nov 21, 2026, 7:00.AM/);
  expect(clockWords('America/New_York', now)).toMatch(/America\/New York \(now Nov 21, 2026, 7:00.AM\)/);
});
