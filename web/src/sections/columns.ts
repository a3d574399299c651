const classes = { 1: 'grid-1', 2: 'grid-2', 3: 'grid-3', 4: 'grid-4' } as const;

/**
 * The class of a grid with so many columns on a wide screen. Left out, the
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
