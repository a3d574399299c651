import { expect, test } from 'vitest';
import type { Operation, Value } from '../api/types';
import { applied, isBegin, keysOf, opposite, valueAt } from './values';

const root: Value = {
  title: 'Home',
  sections: [{ hero: { title: 'Hello', size: null } }, { faq: { items: [['a', 'b'], ['c']] } }],
  'price-list.yaml': { note: 'A key with a dot' },
  empty: null,
};

test.each<[string, (string | number)[]]>([
  ['', []],
  ['title', ['title']],
  ['sections[0].hero.title', ['sections', 0, 'hero', 'title']],
  ['sections[1].faq.items[0][1]', ['sections', 1, 'faq', 'items', 0, 1]],
  ['price-list.yaml.note', ['price-list.yaml', 'note']],
  ['sections[0].hero.new', ['sections', 0, 'hero', 'new']],
  ['[0][1]', [0, 1]],
])('the path %s has the keys %j', (path, keys) => {
  expect(keysOf(root, path)).toEqual(keys);
});

test('a value that is empty is there, one without its key is not', () => {
  expect(valueAt(root, 'sections[0].hero.size')).toBeNull();
  expect(valueAt(root, 'sections[0].hero.text')).toBeUndefined();
  expect(valueAt(root, 'sections[7].hero')).toBeUndefined();
  expect(valueAt(root, 'toString')).toBeUndefined();
});

test('a path leads below another one at the end of its names only', () => {
  expect(isBegin('sections[0]', 'sections[0].hero.title')).toBe(true);
  expect(isBegin('pro', 'pro.price')).toBe(true);
  expect(isBegin('pro', 'professional.price')).toBe(false);
  expect(isBegin('', 'pro')).toBe(true);
});

test.each<Operation>([
  { op: 'set', at: 'title', value: 'New', old: 'Home' },
  { op: 'set', at: 'sections[0].hero.text', value: 'New' },
  { op: 'unset', at: 'empty', old: null },
  { op: 'insert', at: 'sections[1]', value: { text: {} } },
  { op: 'remove', at: 'sections[1].faq.items[0]', old: ['a', 'b'] },
  { op: 'move', at: 'sections[0]', to: 'sections[1]' },
  { op: 'move', at: 'sections[1].faq.items[1]', to: 'sections[1].faq.items[0]' },
])('$op of $at changes the values, and its opposite takes it back', (operation) => {
  const changed = applied(root, operation);
  expect(changed).not.toEqual(root);
  expect(applied(changed, opposite(operation))).toEqual(root);
});

test.each<Operation>([
  { op: 'set', at: '', value: 'a: whole file as text' },
  { op: 'set', at: 'title.inner', value: 'below a text' },
  { op: 'set', at: 'gone.inner', value: 'below nothing' },
  { op: 'remove', at: 'sections[7]' },
  { op: 'move', at: 'sections[7]', to: 'sections[0]' },
  { op: 'insert', at: 'title', value: 'not a list' },
])('$op of $at, which does not fit, leaves the values as they are', (operation) => {
  expect(applied(root, operation)).toEqual(root);
});
