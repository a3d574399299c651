import type { Value } from '../api/types';

/** From when until when, such as 07:00 and 13:00. The end of a day is 24:00. */
export type Span = readonly [from: string, until: string];
/** When something is open on a day: by appointment, or at these times. Without any it is closed. */
export type Day = 'by appointment' | readonly Span[];

interface Line {
  /** From 0, Monday. */
  days: number[];
  hours: Day;
}

const names = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** Reads a line such as "Tu-Th,Su 07:00-13:00, 14:00-17:30", as site.ParseHours does. */
function read(line: Value): Line | undefined {
  if (typeof line !== 'string') return undefined;
  const plain = line.trim().replace(/\s*([-–,])\s*/g, (_, sign: string) => (sign === '–' ? '-' : sign));
  const [, first = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(plain) ?? [];
  const days = first.split(',').flatMap((part) => {
    const [from = -1, to = from] = part.split('-').map((name) => names.indexOf(name));
    return from < 0 || to < 0 ? [-1] : Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, n) => (from + n) % 7);
  });
  if (days.includes(-1)) return undefined;
  if (rest === 'by appointment') return { days, hours: rest };
  if (rest === 'closed' || rest === 'off') return { days, hours: [] };
  const times = rest.split(',').map((part) => /^(\d{1,2}:\d{2})-(\d{1,2}:\d{2})$/.exec(part));
  const spans = times.map((found): Span => [pad(found?.[1]), pad(found?.[2])]);
  return times.includes(null) ? undefined : { days, hours: spans };
}

const pad = (time = '') => time.padStart(5, '0');

function write({ days, hours }: Line): string {
  const sorted = days.toSorted((a, b) => a - b);
  const runs = sorted.filter((day) => !sorted.includes(day - 1));
  const parts = runs.map((from) => {
    const length = names.findIndex((_, n) => !sorted.includes(from + n));
    const to = from + (length < 0 ? 7 : length) - 1;
    return to === from ? names[from] : `${names[from]}-${names[to]}`;
  });
  const words = typeof hours === 'string' ? hours : hours.map((span) => span.join('-')).join(', ');
  return `${parts.join(',')} ${words}`;
}

/** The week that lines say, and which line each day is of; undefined where one cannot be read, or a day is in two. */
export function weekOf(lines: Value[]): { hours: Day; line: number | undefined }[] | undefined {
  const all = lines.map(read);
  const said = all.flatMap((line) => line?.days ?? []);
  if (all.includes(undefined) || new Set(said).size < said.length) return undefined;
  return names.map((_, day) => {
    const line = all.findIndex((each) => each?.days.includes(day));
    return { hours: all[line]?.hours ?? [], line: line < 0 ? undefined : line };
  });
}

/** The lines with other hours on a day. Lines of other days alone stay as they are written. */
export function withDay(lines: Value[], day: number, hours: Day): Value[] {
  const isSame = (other: Line | undefined) => String(other?.hours) === String(hours);
  const others = lines.flatMap((line) => {
    const said = read(line);
    if (!said?.days.includes(day)) return [line];
    const rest = said.days.filter((each) => each !== day);
    return rest.length ? [write({ ...said, days: rest })] : [];
  });
  if (!hours.length) return others;
  const twin = others.findIndex((line) => isSame(read(line)));
  if (twin >= 0) return others.with(twin, write({ days: [...(read(others[twin] ?? null)?.days ?? []), day], hours }));
  const next = others.findIndex((line) => (read(line)?.days[0] ?? 0) > day);
  return others.toSpliced(next < 0 ? others.length : next, 0, write({ days: [day], hours }));
}

/** What to do in turn so that a list becomes another one, which differs in one place. */
export function stepsBetween(before: Value[], after: Value[]): { op: 'set' | 'insert' | 'remove'; index: number }[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const kept = shorter - end;
  const range = (from: number, to: number) => Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i);
  return [
    ...range(start, kept).map((index) => ({ op: 'set' as const, index })),
    ...range(kept, after.length - end).map((index) => ({ op: 'insert' as const, index })),
    ...range(kept, before.length - end)
      .toReversed()
      .map((index) => ({ op: 'remove' as const, index })),
  ];
}
