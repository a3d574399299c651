import { describe, expect, test } from 'vitest';
import type { Value } from '../api/types';
import { applied } from '../changes/values';
import { stepsTo, weekOf } from './hours';

const shop = ['Tu-Fr 07:00-13:00, 14:00-17:30', 'Sa 07:00-14:00'];

test('lines are the seven days of a week, and each day knows its line', () => {
  const week = weekOf(shop);
  expect(week?.map(({ line }) => line)).toEqual([undefined, 0, 0, 0, 0, 1, undefined]);
  expect(week?.[3]?.hours).toBe('07:00-13:00, 14:00-17:30');
  expect(week?.[6]?.hours).toBe('');
});

test.each(['Mo,We 8:00 – 12:00', 'Fr-Su 18:00-02:00', 'Sa by appointment', 'Su closed', 'Su off', 'Su 00:00-24:00'])(
  '%s can be read',
  (line) => expect(weekOf([line])).toBeDefined(),
);

test.each([
  [['Monday 08:00-12:00']],
  [['Mo 08:00']],
  [['Mo']],
  [['']],
  [['Mo 08:00-12:00', 'Mo-We 13:00-17:00']],
  [['Mo,Mo 08:00-12:00']],
  [['Mo-Fr {{facts.hours}}']],
  [[null]],
  [[{ Mo: '08:00-12:00' }]],
])('%j is no week', (lines) => expect(weekOf(lines)).toBeUndefined());

/** The lines once all steps are taken, in turn. */
const withDay = (lines: Value[], day: number, hours: string) =>
  stepsTo(lines, day, hours).reduce<Value>(
    (all, { index, ...step }) => applied(all, { ...step, at: `[${index}]` }),
    lines,
  ) as Value[];

describe('other hours on a day', () => {
  test('leave the lines of other days as they are written', () => {
    const lines = ['Tu - Fr  7:00-13:00', 'Sa 07:00-14:00'];
    expect(withDay(lines, 6, '08:00-11:00')).toEqual([...lines, 'Su 08:00-11:00']);
    expect(withDay(lines, 0, '08:00-11:00')).toEqual(['Mo 08:00-11:00', ...lines]);
  });

  test('take the day out of the line that it was in', () => {
    const next = withDay(shop, 3, '08:00-12:00');
    expect(next).toEqual(['Tu-We,Fr 07:00-13:00, 14:00-17:30', 'Th 08:00-12:00', 'Sa 07:00-14:00']);
    expect(weekOf(next)?.[3]?.hours).toBe('08:00-12:00');
    expect(withDay(shop, 1, '08:00-12:00')[0]).toBe('Tu 08:00-12:00');
  });

  test('join the line of days that have the same', () => {
    expect(withDay(['Mo-We 08:00-12:00', 'Fr 09:00-12:00'], 4, '08:00-12:00')).toEqual(['Mo-We,Fr 08:00-12:00']);
    expect(withDay(['Mo 8:00-12:00', 'Tu 09:00-12:00'], 1, '08:00-12:00')).toEqual(['Mo-Tu 08:00-12:00']);
    expect(withDay(['Sa by appointment'], 6, 'by appointment')).toEqual(['Sa-Su by appointment']);
  });

  test('may be none', () => {
    expect(withDay(shop, 5, '')).toEqual([shop[0]]);
    expect(withDay(['Fr-Mo 10:00-12:00'], 6, '')).toEqual(['Mo,Fr-Sa 10:00-12:00']);
    expect(withDay(['Su closed'], 6, '10:00-12:00')).toEqual(['Su 10:00-12:00']);
  });

  test.each([
    [shop, 3, '08:00-12:00', ['set 0', 'insert 1']],
    [shop, 5, '08:00-12:00', ['set 1']],
    [shop, 5, '', ['remove 1']],
    [['Mo 08:00-12:00', 'Tu 09:00-12:00'], 0, '09:00-12:00', ['set 1', 'remove 0']],
    [['Mo-Tu 08:00-12:00', 'We 09:00-12:00'], 1, '09:00-12:00', ['set 0', 'set 1']],
    [[], 2, '', []],
  ])('of %j on day %i, being "%s", are %j', (lines, day, hours, steps) => {
    expect(stepsTo(lines, day, hours).map(({ op, index }) => `${op} ${index}`)).toEqual(steps);
  });
});

test('from any week to any other one, whatever the way', () => {
  const some = ['', 'by appointment', '07:00-13:00', '07:00-13:00, 14:00-17:30'];
  let lines: Value[] = ['Su-Mo 7:00-13:00', 'Fr by appointment', 'Tu,Th 07:00-13:00'];
  const said = weekOf(lines)?.map(({ hours }) => hours) ?? [];
  for (let step = 0; step < 500; step++) {
    const day = (step * 5 + (step % 3)) % 7;
    const hours = some[(step * 7 + ((step / 7) | 0)) % some.length] ?? '';
    if (said[day] === hours) continue;
    said[day] = hours;
    lines = withDay(lines, day, hours);
    expect(weekOf(lines)?.map((each) => each.hours)).toEqual(said);
  }
});
