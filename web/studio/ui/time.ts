import { language } from '../language';

/** With the habits of the visitor's country: 10:42, or 10:42 AM. */
export const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** The time of a day, on the clocks of a zone or the browser's. */
export const clock = (moment: string, timeZone?: string) =>
  new Date(moment).toLocaleTimeString(locale, { timeStyle: 'short', ...(timeZone && { timeZone }) });

/** A day such as 2026-12-24. */
export const day = (date: string) => new Date(`${date}T12:00`).toLocaleDateString(locale, { dateStyle: 'medium' });

/** The number of a day. */
const dayOf = (date: Date, zone: object) => Date.parse(date.toLocaleDateString('sv', zone)) / 86_400_000;

/**
 * A time in words: "today, 10:42", "yesterday, 10:42", "Monday, 10:42", and a date where it is a week ago, or to come.
 */
export function time(moment: string, timeZone?: string): string {
  const date = new Date(moment);
  const zone = timeZone ? { timeZone } : {};
  const ago = dayOf(new Date(), zone) - dayOf(date, zone);
  const name =
    ago === 0 || ago === 1
      ? days.format(-ago, 'day')
      : date.toLocaleDateString(locale, {
          ...(ago > 1 && ago < 7 ? { weekday: 'long' } : { dateStyle: 'medium' }),
          ...zone,
        });
  return `${name}, ${clock(moment, timeZone)}`;
}

/** A day and a time in full, with the zone where the browser has another one. */
export function fullTime(moment: string, timeZone: string): string {
  const day = new Date(moment).toLocaleDateString(locale, { dateStyle: 'full', timeZone });
  const isHere = clock(moment, timeZone) === clock(moment);
  return `${day}, ${clock(moment, timeZone)}${isHere ? '' : ` (${timeZone.replaceAll('_', ' ')})`}`;
}

/** The name of a month, such as 2026-11. */
export const monthName = (month: string) =>
  new Date(`${month}-15`).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A number as it is written here. */
export const number = (value: number, as: Intl.NumberFormatOptions = {}) =>
  value.toLocaleString(locale, { maximumFractionDigits: 1, ...as });
