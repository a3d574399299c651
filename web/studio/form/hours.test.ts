import { describe, expect, test } from 'vitest';
import { stepsBetween, weekOf, withDay } from './hours';

const shop = ['Tu-Fr 07:00-13:00, 14:00-17:30', 'Sa 07:00-14:00'];

test('lines are the seven days of a week, and each day knows its line', () => {
  const week = weekOf(shop);
  expect(week?.map(({ line }) => line)).toEqual([undefined, 0, 0, 0, 0, 1, undefined]);
  expect(week?.[3]?.hours).toEqual([
    ['07:00', '13:00'],
    ['14:00', '17:30'],
  ]);
  expect(week?.[6]?.hours).toEqual([]);
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

describe('other hours on a day', () => {
  test('leave the lines of other days as they are written', () => {
    const lines = ['Tu - Fr  7:00-13:00', 'Sa 07:00-14:00'];
    expect(withDay(lines, 6, [['08:00', '11:00']])).toEqual([...lines, 'Su 08:00-11:00']);
    expect(withDay(lines, 0, [['08:00', '11:00']])).toEqual(['Mo 08:00-11:00', ...lines]);
  });

  test('take the day out of the line that it was in', () => {
    const next = withDay(shop, 3, [['08:00', '12:00']]);
    expect(next).toEqual(['Tu-We,Fr 07:00-13:00, 14:00-17:30', 'Th 08:00-12:00', 'Sa 07:00-14:00']);
    expect(weekOf(next)?.[3]?.hours).toEqual([['08:00', '12:00']]);
  });

  test('join the line of days that have the same', () => {
    expect(withDay(['Mo-We 08:00-12:00', 'Fr 09:00-12:00'], 4, [['08:00', '12:00']])).toEqual(['Mo-We,Fr 08:00-12:00']);
    expect(withDay(['Sa by appointment'], 6, 'by appointment')).toEqual(['Sa-Su by appointment']);
  });

  test('may be none', () => {
    expect(withDay(shop, 5, [])).toEqual([shop[0]]);
    expect(withDay(['Fr-Mo 10:00-12:00'], 6, [])).toEqual(['Mo,Fr-Sa 10:00-12:00']);
  });
});

test.each([
  [['a', 'b', 'c'], ['a', 'x', 'c'], ['set 1']],
  [
    ['a', 'b'],
    ['a', 'x', 'y', 'b'],
    ['insert 1', 'insert 2'],
  ],
  [
    ['a', 'b', 'c', 'd'],
    ['a', 'd'],
    ['remove 2', 'remove 1'],
  ],
  [
    ['a', 'b'],
    ['x', 'y', 'b'],
    ['set 0', 'insert 1'],
  ],
  [['a', 'a'], ['a'], ['remove 1']],
  [['a'], ['a'], []],
])('from %j to %j the steps are %j', (before, after, steps) => {
  expect(stepsBetween(before, after).map(({ op, index }) => `${op} ${index}`)).toEqual(steps);
});
