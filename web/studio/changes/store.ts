import type { Change, Value } from '../api/types';

/** A change on its way to the server. One that was sent once is never altered: the server may have taken it. */
export interface Pending extends Change {
  id: string;
  sent?: boolean;
  /** Of the changes that were made together: the same one. */
  step?: string;
}

/**
 * A change that waits for a person: somebody else has changed the value meanwhile, the server does not take it, or a tab
 * that was closed has left it.
 */
export interface Held {
  change: Pending;
  why: 'conflict' | 'refused' | 'left';
  /** Why it was refused. */
  reason?: string;
  /** Of a conflict: what stands there, of whom, since when. */
  theirs?: Value;
  by?: string;
  when?: string;
}

/** What somebody has typed and the server does not have. */
export interface Kept {
  pending: Pending[];
  held: Held[];
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
      if (kept.pending.length + kept.held.length === 0) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Says that this tab is open, until it is closed, and finds what tabs have left that are not. What this one had before
   * it was loaded again is still on its way. Once it is written here, `forget` takes it from where it was.
   */
  async open(closed: AbortSignal): Promise<Kept & { forget: () => void }> {
    this.locks.request(this.key, () => new Promise((done) => closed.addEventListener('abort', done)));
    const before = sessionStorage.getItem(tabKey);
    sessionStorage.setItem(tabKey, this.key);
    const { held: locks = [] } = await this.locks.query();
    const open = [this.key, ...locks.map(({ name }) => name)];
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix) && !open.includes(key));
    const left = keys.filter((key) => key !== before).flatMap(read);
    return {
      pending: keys.filter((key) => key === before).flatMap(read),
      held: left.map((change) => ({ change, why: 'left' })),
      forget: () => {
        for (const key of keys) localStorage.removeItem(key);
      },
    };
  }
}

/** All changes of what was kept. What cannot be read is none of ours. */
function read(key: string): Pending[] {
  try {
    const { pending, held } = JSON.parse(localStorage.getItem(key) ?? '') as Kept;
    return [...held.map(({ change }) => change), ...pending];
  } catch {
    return [];
  }
}
