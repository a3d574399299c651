import { expect, test } from 'vitest';
import { csvOf, monthAfter, span } from './report';

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
])('the month of %s and %i is %s', (month, by, want) => {
  expect(monthAfter(month, by)).toBe(want);
});

test.each([
  [0, '1 minute'],
  [59.4, '59 minutes'],
  [90, '1.5 hours'],
  [2880, '2 days'],
])('%i minutes are said as %s', (minutes, want) => {
  expect(span(minutes)).toBe(want);
});

test('a report is a table that no spreadsheet takes for formulas', () => {
  const figures = { count: 3, day: 1, three: 1, later: 0, open: 1, median: 90 };
  const csv = csvOf({
    month: '2026-11',
    total: { name: '', ...figures },
    suspects: 4,
    forms: [{ site: 'Bread, "warm"', name: 'Order', ...figures }],
    campaigns: [
      { name: '=HYPERLINK("x")', ...figures },
      { name: '', ...figures, count: 1, day: 0, three: 0, open: 1, median: 0 },
    ],
  });
  const lines = csv.split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff"Month","By","Site","Name","Inquiries",/);
  expect(new Set(lines[0]?.split(',')).size).toBe(10);
  expect(lines.slice(1)).toEqual([
    '"2026-11","All","","","3","1","1","0","1","1.5"',
    '"2026-11","Form","Bread, ""warm""","Order","3","1","1","0","1","1.5"',
    `"2026-11","Campaign","","'=HYPERLINK(""x"")","3","1","1","0","1","1.5"`,
    '"2026-11","Campaign","","No campaign","1","0","0","0","1",""',
    '"2026-11","Held back","","","4","","","","",""',
    '',
  ]);
});
