import { expect, test } from 'vitest';
import { entryHome, factsIn, folderOf } from './facts';

const answer = (file: string, values = {}) => ({
  file,
  version: '',
  schema: '',
  values,
  source: '',
  changes: [],
  problems: [],
});

test.each([
  ['{{plans.pro.price}}', { file: 'main/plans.yaml', at: 'pro.price' }],
  ['{{ plans.pro.price.month }}', { file: 'main/plans.yaml', at: 'pro.price' }],
  ['{{plans.pro.period}}', { file: 'main/plans.yaml', at: 'pro.price' }],
  ['{{locations.shop.hours}}', { file: 'main/locations.yaml', at: 'shop.hours' }],
  ['{{site.phone}}', { file: 'main/site.yaml', at: 'phone' }],
  ['{{facts.response-time}}', { file: 'main/site.yaml', at: 'facts.response-time' }],
  ['{{bakery/facts.kept}}', { file: 'bakery/site.yaml', at: 'facts.kept' }],
  ['{{bakery.de/plans.box.name}}', { file: 'bakery/de/plans.yaml', at: 'box.name' }],
  ['{{year}}', undefined],
])('the home of %s', (text, home) => {
  expect(factsIn(text, answer('main/pages/about/index.yaml'))).toMatchObject([{ home }]);
});

test('a fact of the same file says what it stands for, and one that the server knows, too', () => {
  const file = answer('main/site.yaml', { facts: { kept: '90 days' } });
  expect(factsIn('We keep it for {{facts.kept}}, {{facts.kept}}.', file).map(({ words }) => words)).toEqual([
    '90 days',
  ]);
  const home = { file: 'main/plans.yaml', at: 'pro.price' };
  expect(factsIn('{{plans.pro.price}}', file, { 'plans.pro.price': { words: '$2.99', home } })).toEqual([
    { words: '$2.99', home },
  ]);
});

test('others are called by their names', () => {
  const file = answer('main/pages/index.yaml');
  expect(factsIn('{{plans.promptify-pro.price}} {{facts.kept}} {open} {{', file).map(({ words }) => words)).toEqual([
    'Plans · Promptify pro · Price',
    'Kept',
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
