import { language } from '../language';

/** With the habits of the visitor's country: 10:42, or 10:42 AM. */
const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** The time of a day. */
export const clock = (moment: string) => new Date(moment).toLocaleTimeString(locale, { timeStyle: 'short' });

/** A day such as 2026-12-24. */
export const day = (date: string) => new Date(`${date}T12:00`).toLocaleDateString(locale, { dateStyle: 'medium' });

/** A time in words: "today, 10:42", "yesterday, 10:42", "Monday, 10:42", and a date where it is a week ago. */
export function time(moment: string): string {
  const date = new Date(moment);
  const ago = Math.round((new Date().setHours(12, 0, 0, 0) - new Date(moment).setHours(12, 0, 0, 0)) / 86_400_000);
  const name =
    ago === 0 || ago === 1
      ? days.format(-ago, 'day')
      : date.toLocaleDateString(locale, ago > 1 && ago < 7 ? { weekday: 'long' } : { dateStyle: 'medium' });
  return `${name}, ${clock(moment)}`;
}

/** A day with its year. */
export const dayOf = (moment: string) => new Date(moment).toLocaleDateString(locale, { dateStyle: 'medium' });
