/**
 * How many columns a grid of so many items has on a wide screen: of those that it may have the number that leaves the
 * fewest gaps in the last line, the first of equals. One or two items have a column each.
 */
export function columnsFor(count: number, among: readonly number[] = [4, 3]): number {
  const gaps = (columns: number) => Math.ceil(count / columns) * columns - count;
  return count <= 2 ? count : among.reduce((best, columns) => (gaps(columns) < gaps(best) ? columns : best));
}

const classes: Record<number, string> = {
  1: 'grid grid-cols-1 gap-(--grid-gap)',
  2: 'grid grid-fit-68 gap-(--grid-gap) lg:grid-cols-2',
  3: 'grid grid-fit-68 gap-(--grid-gap) lg:grid-cols-3',
  4: 'grid grid-fit-68 gap-(--grid-gap) lg:grid-cols-4',
};

/** The classes of a grid with so many columns on a wide screen; left out, the number follows from the items. */
export function columnsClass(columns: number | undefined, count: number): string | undefined {
  return classes[columns ?? columnsFor(count)];
}
