import { afterEach, expect, test } from 'vitest';
import type { Form } from '../content/types.gen';
import { bookingForm } from '../test-data';
import { offerTimes, openTimes } from './offer';
import { validate } from './validate';

const clinic: Form = {
  ...bookingForm,
  fields: [...bookingForm.fields, { name: 'where', type: 'select', label: 'Where' }],
  offer: {
    date: 'date',
    time: 'time',
    location: 'where',
    open: {
      riverside: { 0: [], 1: ['9:00 AM', '10:00 AM'], '2026-11-26': [], '2026-11-27': ['10:00 AM'] },
      lakeside: { 0: ['9:00 AM'], 1: [] },
    },
    closed: 'We are not open then.',
  },
};

// 29 November 2026 is a Sunday.
test.each([
  [{ date: '2026-11-29', where: 'riverside' }, []],
  [{ date: '2026-11-29', where: 'lakeside' }, ['9:00 AM']],
  [{ date: '2026-11-30', where: 'riverside' }, ['9:00 AM', '10:00 AM']],
  [{ date: '2026-11-26', where: 'riverside' }, []],
  [{ date: '2026-11-27', where: 'riverside' }, ['10:00 AM']],
  [{ date: '2026-11-29', where: '' }, undefined],
  [{ date: '', where: 'riverside' }, undefined],
  [{ date: '?', where: 'riverside' }, undefined],
])('at %o the times %o are open', (values, open) => {
  expect(openTimes(clinic, values)).toEqual(open);
});

test('a form with one location needs no field for it', () => {
  const { where: _, ...date } = { date: '2026-11-29', where: '' };
  const form = { ...clinic, offer: { ...clinic.offer, location: 'lakeside' } } as Form;
  expect(openTimes(form, date)).toEqual(['9:00 AM']);
  expect(openTimes(bookingForm, date)).toBeUndefined();
});

test('a time at which the location is closed is not sent', () => {
  const wrong = (date: string, time: string) => validate(clinic, { date, time, where: 'riverside' }).time;
  expect(wrong('2026-11-30', '9:00 AM')).toBeUndefined();
  expect(wrong('2026-11-27', '9:00 AM')).toBe('We are not open then.');
  expect(wrong('2026-11-29', '')).toBe('We are not open then.');
  expect(wrong('2026-11-27', '')).toBe('Please fill this in.');
});

afterEach(() => document.body.replaceChildren());

test('times at which the location is closed cannot be chosen', () => {
  document.body.innerHTML = `<form>
    <input name="date" type="date">
    <select name="time"><option value="">Choose</option><option>9:00 AM</option><option>10:00 AM</option></select>
    <select name="where"><option>riverside</option><option>lakeside</option></select>
  </form>`;
  const [form] = document.forms;
  if (!form) throw new Error('there is no form');
  const control = (name: string) => form.elements.namedItem(name) as HTMLSelectElement;
  const choose = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) control(name).value = value;
    offerTimes(form, clinic);
    return Array.from(control('time').options, ({ disabled }) => disabled);
  };
  expect(choose({ date: '2026-11-30', time: '9:00 AM' })).toEqual([false, false, false]);
  expect(control('time').value).toBe('9:00 AM');
  expect(choose({ date: '2026-11-27' })).toEqual([false, true, false]);
  expect(control('time').value).toBe('');
  expect(choose({ date: '2026-11-29' })).toEqual([false, true, true]);
  expect(choose({ where: 'lakeside' })).toEqual([false, false, true]);
  expect(choose({ date: '' })).toEqual([false, false, false]);
});
