import { expect, it } from 'vitest';
import { columnsClass, columnsFor } from './columns';

it.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 3],
  [6, 3],
  [7, 4],
  [8, 4],
  [9, 3],
  [10, 4],
  [13, 3],
])('%i items stand in %i columns', (count, columns) => {
  expect(columnsFor(count)).toBe(columns);
});

it('chooses among the numbers that a grid may have, the first of equals', () => {
  expect(columnsFor(10, [4, 5, 3])).toBe(5);
  expect(columnsFor(12, [3, 4])).toBe(3);
});

it('takes the number that the content says', () => {
  expect(columnsClass(2, 9)).toContain('lg:grid-cols-2');
  expect(columnsClass(undefined, 9)).toContain('lg:grid-cols-3');
});
