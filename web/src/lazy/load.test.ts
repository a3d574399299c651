import { expect, test } from 'vitest';
import type { Page } from '../content/types.gen';
import { chunksOf } from './load';

const page: Page = { title: 'A page', template: 'page', path: '/', head: { title: 'A page' } };

test('a page needs the chunks of its sections, scenes and collections, and no other', () => {
  const quote = { type: 'quote', text: 'Yes.' } as const;
  expect([...chunksOf({ ...page, sections: [quote] })]).toEqual([]);
  expect([...chunksOf({ ...page, sections: [quote, { type: 'faq', items: [] }] })]).toEqual(['more']);
  expect([...chunksOf({ ...page, sections: [quote], scenes: ['journal', 'prompt'] })]).toEqual(['more']);
  expect([...chunksOf({ ...page, sections: [{ type: 'forms', items: [] }] })]).toEqual(['forms']);
});
