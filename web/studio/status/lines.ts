import useSWR from 'swr';
import type { Me } from '../api/types';
import { day as dateOf, time } from '../ui/time';
import type { SiteStatus, StatusAnswer } from './types';
import { words } from './words';

export type Level = 'good' | 'look' | 'bad';

/** One thing that is told in a line; of a site that is held back, with what to mend. */
export interface Line {
  level: Level;
  title: string;
  said: string;
  site?: SiteStatus;
}

export const useStatus = () => useSWR<StatusAnswer, Error>('status');

const day = 86_400_000;
/** When somebody should look: after so long without a delivery or a backup, and so long before a certificate ends. */
const mailMinutes = 15;
const backupDays = 8;
const certificateDays = 14;

const size = (bytes: number) =>
  bytes < 2 ** 30 ? `${Math.round(bytes / 2 ** 20)} MB` : `${Math.round(bytes / 2 ** 30)} GB`;

/** What is told of sites and of the machine, in the order in which people ask for it. */
export function linesOf({ sites, error, machine }: StatusAnswer, me: Me, now = Date.now()): Line[] {
  const nameOf = (id: string) => me.sites.find((site) => site.id === id)?.name ?? id;
  const lines: Line[] = sites
    .filter(({ id, state }) => state === 'held' || !me.sites.find((site) => site.id === id)?.of)
    .map((site) => {
      if (site.state === 'live')
        return { level: 'good', title: nameOf(site.id), said: `${words.liveSince} ${time(site.since)}` };
      const said = site.live ? `${words.heldSince} ${time(site.since)}` : words.neverLive;
      return { level: 'bad', title: nameOf(site.id), said, site };
    });
  if (error) lines.unshift({ level: 'bad', title: words.unread, said: error });

  const { forms, deliveries, sendsMail, freeBytes, backup, certificates } = machine;
  lines.push({
    level: forms.ready ? (forms.reason ? 'look' : 'good') : 'bad',
    title: words.forms,
    said: [forms.ready ? words.open : words.closed, forms.reason].filter(Boolean).join(': '),
  });
  const { waiting, parked, dead, oldestUnsent } = deliveries ?? {};
  const open = [
    !sendsMail && words.captured,
    dead && words.failed(dead),
    parked && words.parked(parked),
    waiting && words.waiting(waiting),
    oldestUnsent && `${words.since} ${time(oldestUnsent)}`,
  ];
  const isLate = !!oldestUnsent && now - Date.parse(oldestUnsent) > mailMinutes * 60_000;
  if (deliveries || !sendsMail)
    lines.push({
      level: dead || parked ? 'bad' : !sendsMail || isLate ? 'look' : 'good',
      title: words.mail,
      said: open.filter(Boolean).join(', ') || words.allSent,
    });
  const used = forms.usedPercent;
  lines.push({
    level: used > 75 ? 'look' : 'good',
    title: words.disk,
    said: [`${size(freeBytes)} ${words.free}`, used > 0 && words.used(used)].filter(Boolean).join(', '),
  });
  if (backup !== null) {
    const made = Date.parse(backup);
    lines.push({
      level: now - made > backupDays * day ? 'look' : 'good',
      title: words.backup,
      said: made > 0 ? time(backup) : words.never,
    });
  }
  for (const { host, until, error } of certificates)
    lines.push({
      level: until && Date.parse(until) - now > certificateDays * day ? 'good' : 'look',
      title: `${words.certificate} ${host}`,
      said: until ? `${words.until} ${dateOf(until.slice(0, 10))}` : `${words.unseen}: ${error}`,
    });
  return lines;
}

/** The worst of some. */
export const worst = (lines: Line[]): Level =>
  (['bad', 'look'] as const).find((level) => lines.some((line) => line.level === level)) ?? 'good';
