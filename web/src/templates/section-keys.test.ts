import { expect, test } from 'vitest';
import type { Section } from '../content/types.gen';
import { bookingForm, inquiryForm } from '../test-data';
import { sectionKeys } from './section-keys';

const cards = (id?: string): Section => ({ type: 'cards', id, items: [] });
const forms = (...items: (typeof inquiryForm)[]): Section => ({ type: 'forms', items });

test('a section keeps its key when others are inserted above it', () => {
  const before: Section[] = [cards(), cards('team'), forms(inquiryForm, bookingForm)];
  const after: Section[] = [{ type: 'hero', title: 'New' }, cards('news'), forms(bookingForm), ...before];
  expect(sectionKeys(after).slice(3)).toEqual(sectionKeys(before));
});

test('sections of the same name have different keys', () => {
  const keys = sectionKeys([cards(), cards(), forms(inquiryForm), forms(inquiryForm)]);
  expect(new Set(keys).size).toBe(4);
});
