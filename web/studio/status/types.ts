import type { Problem } from '../api/types';

/** How the sites that somebody sees are, and the machine. Times that are left out are not known. */
export interface StatusAnswer {
  sites: SiteStatus[];
  /** Why the folder cannot be read at all; empty where it can. */
  error: string;
  warnings: Problem[];
  /** How many there are: not all are listed. */
  warningCount: number;
  machine: Machine;
}

export interface SiteStatus {
  id: string;
  state: 'live' | 'held';
  /** Whether visitors see any of it. */
  live: boolean;
  /** Since when it is live as it is, or held back. */
  since: string;
  problems: Problem[];
  /** The files that are not served as they are. */
  waiting: string[];
}

export interface Machine {
  /** `ready`: they are open. Of the room for what they send, so much of a hundred is used; 0 without a limit. */
  forms: { ready: boolean; reason?: string; usedPercent: number };
  /** Of all sites: left out for who may not read the inquiries of all. */
  deliveries?: { waiting: number; parked: number; dead: number; oldestUnsent?: string };
  /** Else mails are captured as files. */
  sendsMail: boolean;
  freeBytes: number;
  /** When the last one was made; year 1 for never, null where the database has its own. */
  backup: string | null;
  certificates: { host: string; until?: string; error?: string }[];
}
