import type { Value } from '../api/types';

/** When something is open on a day: "07:00-13:00, 14:00-17:30" or "by appointment"; empty where it is closed. */
export type Hours = string;

interface Line {
  /** From 0, Monday. */
  days: number[];
  hours: Hours;
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
  const isSpan = rest.split(',').every((span) => /^\d{1,2}:\d{2}-\d{1,2}:\d{2}$/.test(span));
  if (days.includes(-1) || !(isSpan || /^(by appointment|closed|off)$/.test(rest))) return undefined;
  const hours = rest.replace(/^(closed|off)$/, '').replace(/\b\d:/g, '0$&');
  return { days, hours: hours.replaceAll(',', ', ') };
}

function write({ days, hours }: Line): string {
  const sorted = days.toSorted((a, b) => a - b);
  const runs = sorted.filter((day) => !sorted.includes(day - 1));
  const parts = runs.map((from) => {
    const length = names.findIndex((_, n) => !sorted.includes(from + n));
    const to = from + (length < 0 ? 7 : length) - 1;
    return to === from ? names[from] : `${names[from]}-${names[to]}`;
  });
  return `${parts.join(',')} ${hours}`;
}

/** The week that lines say, and which line each day is of; undefined where one cannot be read, or a day is in two. */
export function weekOf(lines: Value[]): { hours: Hours; line: number | undefined }[] | undefined {
  const all = lines.map(read);
  const said = all.flatMap((line) => line?.days ?? []);
  if (all.includes(undefined) || new Set(said).size < said.length) return undefined;
  return names.map((_, day) => {
    const line = all.findIndex((each) => each?.days.includes(day));
    return { hours: all[line]?.hours ?? '', line: line < 0 ? undefined : line };
  });
}

interface Step {
  op: 'set' | 'insert' | 'remove';
  index: number;
  value?: string;
}

/** What to do in turn so that lines say other hours of a day. Lines of other days alone stay as they are written. */
export function stepsTo(lines: Value[], day: number, hours: Hours): Step[] {
  const all = lines.map((line) => read(line) ?? { days: [], hours: '' });
  const own = all.findIndex(({ days }) => days.includes(day));
  const others = all.map((line) => ({ ...line, days: line.days.filter((each) => each !== day) }));
  const isLone = others[own]?.days.length === 0;
  const twin = others.findIndex((line, i) => i !== own && hours && line.hours === hours);
  const later = others.findIndex(({ days }) => (days[0] ?? 0) > day);

  const steps: Step[] = [];
  const put = (op: Step['op'], index: number, line: Line) => steps.push({ op, index, value: write(line) });
  others.forEach((line, i) => {
    if (i === twin) put('set', i, { hours, days: [...line.days, day] });
    else if (i === own && !isLone) put('set', i, line);
  });
  if (isLone && (!hours || twin >= 0)) steps.push({ op: 'remove', index: own });
  else if (isLone) put('set', own, { hours, days: [day] });
  else if (hours && twin < 0) put('insert', later < 0 ? lines.length : later, { hours, days: [day] });
  return steps;
}
