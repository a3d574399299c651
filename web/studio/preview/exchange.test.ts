import { expect, test } from 'vitest';
import { exchange } from './exchange';
import { documentOf } from './test-page';

/** Exchanges in a copy of what was before, whose elements one can ask for. */
function stands(before: Document) {
  const standing = before.cloneNode(true) as Document;
  return { standing, take: (now: Document) => exchange(standing, before, now) };
}
const bodyOf = (document: Document) => document.body.outerHTML;

test.each([
  ['words', { hero: '<h1>Old</h1><p>Same</p>' }, { hero: '<h1>New</h1><p>Same</p>' }],
  ['an attribute', { hero: '<img alt="Old" loading="lazy">' }, { hero: '<img alt="New" width="3">' }],
  [
    'an element that comes first',
    { faq: '<ul><li>B</li><li>C</li></ul>' },
    { faq: '<ul><li>A</li><li>B</li><li>C</li></ul>' },
  ],
  ['one in the middle', { faq: '<ul><li>A</li><li>C</li></ul>' }, { faq: '<ul><li>A</li><li>B</li><li>C</li></ul>' }],
  ['one that goes', { faq: '<ul><li>A</li><li>B</li><li>C</li></ul>' }, { faq: '<ul><li>A</li><li>C</li></ul>' }],
  ['all that goes', { faq: '<ul><li>A</li></ul>' }, { faq: '<ul></ul>' }],
  ['two that change places', { faq: '<p>A</p><b>B</b>' }, { faq: '<b>B</b><p>A</p>' }],
  ['words that become an element', { hero: '<p>5 kg</p>' }, { hero: '<p><span>5</span> kg</p>' }],
  ['two sections at once', { hero: '<p>A</p>', cta: '<p>B</p>' }, { hero: '<p>C</p>', cta: '<p>D</p><p>E</p>' }],
])('%s: a section becomes what it shall be', (_, before, now) => {
  const { standing, take } = stands(documentOf(before));
  expect(take(documentOf(now))).toBe(true);
  expect(bodyOf(standing)).toBe(bodyOf(documentOf(now)));
});

test('words around sections, and attributes of the document, are set in place', () => {
  const { standing, take } = stands(documentOf({ hero: '' }, '<a href="/a">A</a>'));
  const now = documentOf({ hero: '' }, '<a href="/b">B</a>');
  now.documentElement.setAttribute('data-scheme', 'dark');
  expect(take(now)).toBe(true);
  expect(standing.documentElement.outerHTML).toBe(now.documentElement.outerHTML);
});

test('what does not differ is the same element as before, with what a person made of it', () => {
  const question = (title: string) => `<details><summary>${title}</summary>Yes.</details>`;
  const { standing, take } = stands(documentOf({ faq: `${question('A?')}${question('B?')}`, cta: '<p>C</p>' }));
  const [first, second] = standing.querySelectorAll('details');
  second?.setAttribute('open', '');
  second?.setAttribute('tabindex', '0');
  expect(take(documentOf({ faq: `${question('A?')}${question('B!')}`, cta: '<p>C</p>' }))).toBe(true);
  expect([...standing.querySelectorAll('details')]).toEqual([first, second]);
  expect(second?.outerHTML).toBe('<details open="" tabindex="0"><summary>B!</summary>Yes.</details>');
});

test('an item that is added leaves those around it as they are', () => {
  const { standing, take } = stands(documentOf({ faq: '<ul><li>A</li><li>B</li></ul>' }));
  const [a, b] = standing.querySelectorAll('li');
  expect(take(documentOf({ faq: '<ul><li>A</li><li>New</li><li>B</li></ul>' }))).toBe(true);
  const [first, , third] = standing.querySelectorAll('li');
  expect([first, third]).toEqual([a, b]);
});

const sheet = (color: string) => `<style>p { color: ${color}; }</style>`;
test.each([
  ['a section that comes', documentOf({ hero: '' }), documentOf({ hero: '', cta: '' })],
  ['a section that goes', documentOf({ hero: '', cta: '' }), documentOf({ hero: '' })],
  ['sections that change places', documentOf({ hero: '', cta: '' }), documentOf({ cta: '', hero: '' })],
  ['a link in the bar', documentOf({ hero: '' }, '<a>A</a>'), documentOf({ hero: '' }, '<a>A</a><a>B</a>')],
  ['a stylesheet', documentOf({ hero: '' }, '', sheet('red')), documentOf({ hero: '' }, '', sheet('blue'))],
])('%s needs a document that is loaded anew, and nothing is changed', (_, before, now) => {
  const { standing, take } = stands(before);
  now.querySelector('[data-section]')?.append('More');
  expect(take(now)).toBe(false);
  expect(bodyOf(standing)).toBe(bodyOf(before));
});

test('a document that somebody else has changed needs to be loaded anew', () => {
  const { standing, take } = stands(documentOf({ hero: '<p>A</p>' }));
  standing.querySelector('section')?.append('extension');
  expect(take(documentOf({ hero: '<p>B</p>' }))).toBe(false);
});

test('other things in the head make no difference to what is seen', () => {
  const { take } = stands(documentOf({ hero: '' }, '', '<title>A</title>'));
  expect(take(documentOf({ hero: '' }, '', '<title>B</title><meta name="description" content="C">'))).toBe(true);
});
