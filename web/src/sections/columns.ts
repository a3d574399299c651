const classes = {
  1: 'grid grid-cols-1 gap-(--grid-gap)',
  2: 'grid grid-fit-68 gap-(--grid-gap) lg:grid-cols-2',
  3: 'grid grid-fit-68 gap-(--grid-gap) lg:grid-cols-3',
  4: 'grid grid-fit-68 gap-(--grid-gap) lg:grid-cols-4',
} as const;

/**
 * The classes of a grid with so many columns on a wide screen. Left out, the
 * number follows from how many items there are, so that no line has one alone.
 */
export function columnsClass(columns: number | undefined, count: number): string {
  return classes[columnCount(columns, count)];
}

function columnCount(columns: number | undefined, count: number): keyof typeof classes {
  switch (columns) {
    case 1:
    case 2:
    case 3:
    case 4:
      return columns;
    default:
      if (count <= 2) return count === 1 ? 1 : 2;
      return count % 3 === 1 && count % 4 !== 1 ? 4 : 3;
  }
}
