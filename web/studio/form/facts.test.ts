import { expect, test } from 'vitest';
import { entryHome, factsIn, folderOf } from './facts';

test.each([
  ['{{plans.pro.price}}', { file: 'main/plans.yaml', at: 'pro.price' }],
  ['{{ plans.pro.price.month }}', { file: 'main/plans.yaml', at: 'pro.price.month' }],
  ['{{plans.pro.period}}', { file: 'main/plans.yaml', at: 'pro.period' }],
  ['{{locations.shop.hours}}', { file: 'main/locations.yaml', at: 'shop.hours' }],
  ['{{site.phone}}', { file: 'main/site.yaml', at: 'phone' }],
  ['{{facts.response-time}}', { file: 'main/site.yaml', at: 'facts.response-time' }],
  ['{{bakery/facts.kept}}', { file: 'bakery/site.yaml', at: 'facts.kept' }],
  ['{{bakery.de/plans.box.name}}', { file: 'bakery/de/plans.yaml', at: 'box.name' }],
  ['{{year}}', undefined],
])('the home of %s', (text, home) => {
  expect(factsIn(text, 'main/pages/about/index.yaml')).toMatchObject([{ home }]);
});

test('a fact that the server knows says what it stands for, once', () => {
  const known = { 'facts.kept': { words: '90 days', home: { file: 'main/site.yaml', at: 'facts.kept' } } };
  expect(factsIn('We keep it for {{facts.kept}}, {{facts.kept}}.', 'main/site.yaml', known)).toEqual([
    known['facts.kept'],
  ]);
});

test('others are called by their names', () => {
  const text = '{{plans.promptify-pro.price}} {{bakery/facts.kept}} {{year}} {open} {{';
  expect(factsIn(text, 'main/pages/index.yaml').map(({ words }) => words)).toEqual([
    'Plans · Promptify pro · Price',
    'Bakery · Facts · Kept',
    'Year',
  ]);
});

test('the folder of a site holds pages, and files of its own', () => {
  expect(['main/site.yaml', 'bakery/de/pages/blog/x.md', 'main/pages/pages/x.yaml'].map(folderOf)).toEqual([
    'main',
    'bakery/de',
    'main',
  ]);
  expect(entryHome('main/pages/index.yaml', 'testimonials', 'bakery/cafe')).toEqual({
    file: 'bakery/testimonials.yaml',
    at: 'cafe',
  });
});
