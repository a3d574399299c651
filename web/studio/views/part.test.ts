import { expect, test } from 'vitest';
import type { Page } from '../api/types';
import { helpOf, schemaOf, wordsOf } from '../form/schema';
import { readSchema } from '../form/test-form';
import { sectionNames } from '../section-names';
import { fileName, partOf, pathName } from './part';

const page = {
  file: 'main/pages/index.yaml',
  sections: [{ type: 'feature-cards', file: 'main/pages/index.yaml', at: 'sections[0].feature-cards', leaves: [] }],
} as Partial<Page> as Page;

test.each([
  ['main/pages/index.yaml', 'sections[0].feature-cards.items[2].title', 'sections[0].feature-cards', 'Feature cards'],
  ['main/pages/index.yaml', 'description', 'description', 'Description'],
  ['main/pages/index.yaml', '', '', ''],
  ['main/plans.yaml', 'pro.price', 'pro', 'Pro'],
  ['main/list.yaml', '[3].name', '[3]', '3'],
])('in %s the value %s is shown with %s', (file, at, part, name) => {
  expect(partOf(page, file, null, at)).toEqual({ at: part, name });
});

test('files and paths have names in words', () => {
  expect(fileName('main/price-list.yaml')).toBe('Price list');
  expect(pathName('sections[0].hero.items[2].title')).toBe('Top of the page · Items 3 · Title');
  expect(pathName('shop.exceptions[3].date')).toBe('Shop · Holidays and other days 4 · Date');
  expect(pathName('baseURL')).toBe('Base URL');
  expect(pathName('sections[0].split.image.alt')).toBe('Text and picture · Image · Description of the picture');
});

test.each([
  ['The title.', 'Title', ''],
  ['Its card title.', 'Card title', ''],
  ['The button.', 'Submit', 'The button.'],
  ['The title. It is short.', 'Title', 'The title. It is short.'],
])('of the help %j below %s is left %j', (description, label, help) => {
  expect(helpOf({ description }, label)).toBe(help);
});

test('all sections of pages have names', () => {
  const page = readSchema('page');
  const { oneOf = [] } = schemaOf(page, page.properties?.sections?.items ?? {}, undefined);
  const types = oneOf.flatMap(({ properties }) => Object.keys(properties ?? {}).slice(0, 1));
  expect(types.length).toBeGreaterThan(30);
  expect(types.filter((type) => !sectionNames[type])).toEqual([]);
});

test('an item without words has no name of its own', () => {
  expect(wordsOf({ question: '', answer: '' })).toBe('');
  expect(wordsOf({ days: 'Monday', time: '' })).toBe('Monday');
});
