import type { Change, Value } from '../api/types';

/** A change on its way to the server. One that was sent once is never altered: the server may have taken it. */
export interface Pending extends Change {
  id: string;
  sent?: boolean;
}

/** A change of a value that somebody else has changed meanwhile. */
export interface Clash {
  change: Pending;
  theirs: Value;
  by: string;
  when: string;
}

/** A change that the server does not take. */
export interface Refusal {
  change: Pending;
  reason: string;
}

/** What somebody has typed and the server does not have. */
export interface Kept {
  pending: Pending[];
  conflicts: Clash[];
  refused: Refusal[];
}

/** What a tab that was closed has left. */
export interface Left {
  key: string;
  changes: Pending[];
}

const tabKey = 'studio.tab';

/**
 * What one tab keeps in the browser for one person. A tab holds a lock while it is open, so that others know whether
 * what they find was left behind.
 */
export class Store {
  private readonly prefix: string;
  private readonly key: string;

  constructor(
    email: string,
    private readonly locks: Pick<LockManager, 'request' | 'query'> = navigator.locks,
  ) {
    this.prefix = `studio.changes.${email}.`;
    this.key = this.prefix + crypto.randomUUID();
  }

  /** Keeps it before anything else happens. False: the browser has no room, or allows none. */
  write(kept: Kept): boolean {
    try {
      if (kept.pending.length + kept.conflicts.length + kept.refused.length === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }

  /** Says that this tab is open, until the function that it returns is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.locks.request(this.key, () => closed);
    return release;
  }

  /** What tabs have left that are not open any more: `own` is of this one before it was loaded again. */
  async left(): Promise<{ own: Left | undefined; others: Left[] }> {
    const before = sessionStorage.getItem(tabKey);
    sessionStorage.setItem(tabKey, this.key);
    const { held = [] } = await this.locks.query();
    const open = new Set(held.map(({ name }) => name));
    const found = Object.keys(localStorage)
      .filter((key) => key.startsWith(this.prefix) && key !== this.key && !open.has(key))
      .map((key) => ({ key, changes: read(localStorage.getItem(key)) }))
      .filter(({ changes }) => changes.length > 0);
    return { own: found.find(({ key }) => key === before), others: found.filter(({ key }) => key !== before) };
  }

  /** Keeps less of what another tab has left. */
  keep({ key, changes }: Left): void {
    if (!changes.length) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ pending: changes, conflicts: [], refused: [] } satisfies Kept));
  }
}

/** All changes of what was kept. What cannot be read is none of ours. */
function read(text: string | null): Pending[] {
  try {
    const { pending, conflicts, refused } = JSON.parse(text ?? '') as Kept;
    return [...conflicts, ...refused].map(({ change }) => change).concat(pending);
  } catch {
    return [];
  }
}
