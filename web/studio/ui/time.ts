import { language } from '../language';

/** A time for people: that of the day alone where it is today. */
export function time(moment: string): string {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(language, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) });
}
