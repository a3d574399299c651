import type { Shown } from '../api/types';
import { locale } from '../ui/time';
import { words } from './words';

/** A moment on the clock of a zone. */
const moment = (at: string | number, timeZone: string) =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** When visitors see a page, in a sentence. `isNew`: what is not published yet. */
export function shownWords({ draft, hidden, from, until, zone }: Shown, isNew: boolean, now = Date.now()): string {
  const begins = from && Date.parse(from) > now;
  if (draft) return words.isDraft;
  if (until && Date.parse(until) <= now) return words.seenNoMore(moment(until, zone));
  const first = begins ? words.seenFrom(moment(from, zone)) : isNew || hidden ? words.willBe : words.isSeen;
  return until ? `${first} ${words.seenUntil(moment(until, zone))}` : first;
}

/** Which clock times are on. */
export const clockWords = (zone: string, now = Date.now()) => words.clock(zone.replaceAll('_', ' '), moment(now, zone));
