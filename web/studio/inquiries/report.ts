import { number } from '../ui/time';
import type { Figures, Report } from './types';
import { words } from './words';

/** How long something took: "40 min", "3.5 h", "2.1 d". */
export function span(minutes: number): string {
  const [value, unit] =
    minutes < 60
      ? [Math.max(1, Math.round(minutes)), 'minute']
      : minutes < 2880
        ? [minutes / 60, 'hour']
        : [minutes / 1440, 'day'];
  return number(Number(value), { style: 'unit', unit: String(unit), unitDisplay: 'long' });
}

/** The month so many months after another one. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** A report as a file for spreadsheets. What they would take for a formula is text. */
export function csvOf({ month, total, suspects, forms, campaigns }: Report): string {
  const cells = ({ count, day, three, later, open, median }: Figures) =>
    [count, day, three, later, open, count > open ? Math.round(median / 6) / 10 : ''].map(String);
  const head = [
    words.month, words.kind, words.site, words.name, words.count, words.day, words.three, words.later, words.notYet,
    words.medianHours,
  ]; // biome-ignore format: one line for each few columns
  const rows = [
    head,
    [month, words.all, '', '', ...cells(total)],
    ...forms.map((form) => [month, words.form, form.site ?? '', form.name, ...cells(form)]),
    ...campaigns.map((one) => [month, words.campaign, '', one.name || words.noCampaign, ...cells(one)]),
    [month, words.suspect, '', '', String(suspects)],
  ];
  const cell = (text: string) => `"${text.replace(/^(?=[=+\-@\t\r＝＋－＠])/u, "'").replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => head.map((_, i) => cell(row[i] ?? '')).join(',')).join('\r\n')}\r\n`;
}
