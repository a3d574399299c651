import { expect, test } from 'vitest';
import { heroPage, privacy, site } from '../test-data';
import { parsePageData } from './page-data';

test('the site is read once for pages that follow each other, and again when it changed', () => {
  const first = parsePageData(JSON.stringify(heroPage('/a', 'A')));
  const second = parsePageData(JSON.stringify(heroPage('/b', 'B')));
  expect(second).toEqual(heroPage('/b', 'B'));
  expect(second.site).toBe(first.site);
  const renamed = { ...heroPage('/b', 'B'), site: { ...site, name: 'Other' } };
  expect(parsePageData(JSON.stringify(renamed))).toEqual(renamed);
  expect(parsePageData(JSON.stringify(privacy))).toEqual(privacy);
});

test('what comes after the page is kept', () => {
  const answer = { ...heroPage('/a', 'A'), form: { site: 'main', form: 'inquiry', failure: 'No.' } };
  expect(parsePageData(JSON.stringify(answer))).toEqual(answer);
});

test.each<[string, object]>([
  ['as text of the site', { site: { name: ',"page":{' }, page: { path: '/' } }],
  ['as a member of the site', { site: { name: 'x', page: { a: 1 } }, page: { path: '/' } }],
  ['deep in the site', { site: { links: [{ a: 1, page: { b: 2 } }] }, page: { path: '/' } }],
  ['after something else', { site: { name: 'x' }, form: { a: 1 }, page: { path: '/' } }],
  ['after no site', { form: {}, page: { path: '/' } }],
  ['before the site', { page: { path: '/' }, site: { name: 'x' } }],
])('the words between site and page may stand elsewhere: %s', (_, data) => {
  parsePageData(JSON.stringify(heroPage('/a', 'A')));
  expect(parsePageData(JSON.stringify(data))).toEqual(data);
});

test('what is no JSON is refused', () => {
  expect(() => parsePageData('{"site":{},"page":{')).toThrow(SyntaxError);
});
