import { ApiError, call } from '../api/client';
import type { Change, ChangesAnswer, Conflict } from '../api/types';
import type { Clash, Kept, Left, Pending, Store } from './store';
import { opposite } from './values';

export interface QueueState extends Kept {
  status: 'idle' | 'saving' | 'saved' | 'unreachable' | 'signed-out';
  /** Whether the browser keeps what the server does not have yet. */
  kept: boolean;
  left: Left[];
  /** How often the server has taken something: what it says of pages and files has changed. */
  saves: number;
  undoable: boolean;
  redoable: boolean;
}

/** Milliseconds without a key after which a value is sent, and after which it is sent in any case. */
const pause = 150;
const longest = 1000;
/** Milliseconds within which what is typed in one field is taken back at once. */
const together = 1000;
/** Changes of one request; the server takes a thousand. */
const most = 200;

const same = (a: Change, b: Change) => a.file === b.file && a.at === b.at;

/**
 * The queue of changes: each is kept in the browser first, then sent in order, again and again, until the server has
 * taken or refused it. Values of one field that follow each other are sent as one. What it knows is a new value with
 * every change, for useSyncExternalStore.
 */
export class Queue {
  state: QueueState = {
    pending: [],
    conflicts: [],
    refused: [],
    status: 'idle',
    kept: true,
    left: [],
    saves: 0,
    undoable: false,
    redoable: false,
  };
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waitingSince = 0;
  private failures = 0;
  private limit = most;
  private sending: Promise<void> | undefined;
  /** Nothing of one person is sent once another one has signed in. */
  private running = false;
  private done: { change: Change; when: number }[] = [];
  private undone: Change[] = [];

  /** `saved` is told what the server has taken, before the queue forgets it. */
  constructor(
    private readonly store: Store,
    private readonly saved: (changes: Change[], files: ChangesAnswer['files']) => void,
  ) {}

  /** Begins to send, with what this tab had when it was loaded again. Returns how to stop. */
  start(): () => void {
    const release = this.store.hold();
    this.running = true;
    const events = new AbortController();
    const now = () => void this.flush();
    addEventListener('online', now, events);
    addEventListener('pagehide', now, events);
    addEventListener('beforeunload', (event) => !this.state.kept && event.preventDefault(), events);
    this.store.left().then(({ own, others }) => {
      if (events.signal.aborted) return;
      this.update({ left: others, pending: [...(own?.changes ?? []), ...this.state.pending] });
      if (own) this.store.keep({ key: own.key, changes: [] });
      now();
    }, console.error);
    return () => {
      this.running = false;
      events.abort();
      clearTimeout(this.timer);
      release();
    };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Makes a change; it can be undone. */
  change(change: Change): void {
    const last = this.done.at(-1);
    if (last && change.op === 'set' && last.change.op === 'set' && same(last.change, change) && isSoon(last.when))
      this.done.splice(-1, 1, { change: { ...last.change, value: change.value ?? null }, when: Date.now() });
    else this.done.push({ change, when: Date.now() });
    this.undone = [];
    this.put(change);
  }

  undo(): void {
    const change = this.done.pop()?.change;
    if (!change) return;
    this.undone.push(change);
    this.put({ file: change.file, ...opposite(change) });
  }

  redo(): void {
    const change = this.undone.pop();
    if (!change) return;
    this.done.push({ change, when: 0 });
    this.put(change);
  }

  /** Takes one side of a conflict. */
  settle({ change, theirs }: Clash, take: 'mine' | 'theirs'): void {
    this.update({ conflicts: this.state.conflicts.filter((clash) => clash.change.id !== change.id) });
    if (take === 'mine') this.put({ ...unsent(change), old: theirs });
  }

  /** Forgets a change that was refused. */
  dismiss(id: string): void {
    this.update({ refused: this.state.refused.filter(({ change }) => change.id !== id) });
  }

  /** Makes a change that another tab has left, in place of what stands there now; or only forgets it. */
  recover({ key, changes }: Left, id: string, change?: Change): void {
    if (change) this.change(change);
    const rest = { key, changes: changes.filter((each) => each.id !== id) };
    this.update({ left: this.state.left.map((left) => (left.key === key ? rest : left)).filter(isSome) });
    this.store.keep(rest);
  }

  /** Sends what waits at once. Says whether the server has everything then. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    this.waitingSince = 0;
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
    await this.sending;
    const { pending, conflicts, refused } = this.state;
    return pending.length + conflicts.length + refused.length === 0;
  }

  private put(change: Change): void {
    const { pending, conflicts, refused } = this.state;
    const last = pending.findLast(({ file }) => file === change.file);
    const isSet = change.op === 'set';
    const clash = isSet && conflicts.find((each) => each.change.op === 'set' && same(each.change, change));
    if (clash) {
      const mine = { ...clash, change: { ...clash.change, value: change.value ?? null } };
      this.update({ conflicts: conflicts.map((each) => (each === clash ? mine : each)) });
    } else if (isSet && last?.op === 'set' && !last.sent && same(last, change)) {
      const later = { ...last, value: change.value ?? null };
      this.update({ pending: pending.map((each) => (each === last ? later : each)) });
      this.sendAfter(pause);
    } else {
      // What was refused is not there: the next value of the field stands in its place.
      const former = refused.find((each) => isSet && each.change.op === 'set' && same(each.change, change));
      const next = { ...(former ? from(change, former.change) : change), id: crypto.randomUUID() };
      this.update({ pending: [...pending, next], refused: refused.filter((each) => each !== former) });
      this.sendAfter(isSet ? pause : 0);
    }
  }

  private sendAfter(delay: number): void {
    if (this.state.status === 'signed-out' || this.failures) return; // a later attempt is planned, or a sign-in awaited
    clearTimeout(this.timer);
    this.waitingSince ||= Date.now();
    this.timer = setTimeout(() => this.flush(), Math.min(delay, this.waitingSince + longest - Date.now()));
  }

  private async send(): Promise<void> {
    while (this.running && this.state.pending.length) {
      const batch = this.state.pending.slice(0, this.limit).map((change) => ({ ...change, sent: true }));
      this.update({ pending: [...batch, ...this.state.pending.slice(batch.length)], status: 'saving' });
      try {
        const changes = batch.map(({ sent, ...change }) => change);
        // Within its limit a request outlives the page.
        const keepalive = JSON.stringify(changes).length < 30_000;
        const { files } = await call<ChangesAnswer>('POST', 'changes', { changes }, { keepalive });
        this.failures = 0;
        this.limit = most;
        this.saved(changes, files);
        this.update({ pending: this.without(batch), status: 'saved', saves: this.state.saves + 1 });
      } catch (error) {
        if (!this.answered(error, batch)) return;
      }
    }
    if (this.state.status === 'saving') this.update({ status: 'idle' });
  }

  /** Deals with a failure. Says whether the rest can be sent. */
  private answered(error: unknown, batch: Pending[]): boolean {
    const status = error instanceof ApiError ? error.status : 0;
    if (!(error instanceof ApiError) || status >= 500 || status === 429) {
      this.failures += 1;
      this.update({ status: 'unreachable' });
      if (this.running) this.timer = setTimeout(() => this.flush(), Math.min(30_000, 500 * 2 ** this.failures));
      return false;
    }
    this.failures = 0;
    if (status === 401) {
      this.update({ status: 'signed-out' });
      return false;
    }
    const { id, conflicts = [] } = error.answer as { id?: string; conflicts?: Conflict[] };
    const clashes = batch.flatMap((change) => {
      const conflict = conflicts.find((each) => each.id === change.id);
      return conflict ? [{ change, theirs: conflict.theirs, by: conflict.by, when: conflict.when }] : [];
    });
    if (clashes.length) this.clash(clashes);
    else if (batch.some((change) => change.id === id) || batch.length === 1)
      this.refuse(batch.find((change) => change.id === id) ?? (batch[0] as Pending), error.message);
    else this.limit = 1; // which one it is shows when each is sent alone
    return true;
  }

  private clash(clashes: Clash[]): void {
    let pending = this.without(clashes.map(({ change }) => change));
    // What was typed since is mine as well.
    const latest = clashes.map((clash) => {
      const isLater = (each: Pending) => each.op === 'set' && clash.change.op === 'set' && same(each, clash.change);
      const value = pending.findLast(isLater)?.value ?? clash.change.value;
      pending = pending.filter((each) => !isLater(each));
      return { ...clash, change: { ...clash.change, ...(value !== undefined && { value }) } };
    });
    for (const { change } of clashes) this.forget(change);
    this.update({ pending, conflicts: [...this.state.conflicts, ...latest] });
  }

  private refuse(change: Pending, reason: string): void {
    const pending = this.without([change]);
    const next = change.op === 'set' ? pending.findIndex((each) => each.op === 'set' && same(each, change)) : -1;
    this.forget(change);
    if (next < 0) this.update({ pending, refused: [...this.state.refused, { change, reason }] });
    // Of a field that has a newer value already this one goes: nobody sees it any more.
    else this.update({ pending: pending.with(next, from(pending[next] as Pending, change)) });
  }

  /** Leaves out of undo and redo what did not happen. */
  private forget(change: Change): void {
    this.done = this.done.filter((step) => !same(step.change, change));
    this.undone = this.undone.filter((step) => !same(step, change));
  }

  private without(changes: Pending[]): Pending[] {
    const ids = new Set(changes.map(({ id }) => id));
    return this.state.pending.filter(({ id }) => !ids.has(id));
  }

  private update(part: Partial<QueueState>): void {
    const state = { ...this.state, ...part };
    const kept = this.store.write({ pending: state.pending, conflicts: state.conflicts, refused: state.refused });
    this.state = { ...state, kept, undoable: this.done.length > 0, redoable: this.undone.length > 0 };
    for (const listener of this.listeners) listener();
  }
}

const isSoon = (when: number) => Date.now() - when < together;
const isSome = ({ changes }: Left) => changes.length > 0;

/** A change without what belongs to its way to the server. */
const unsent = ({ id, sent, ...change }: Pending): Change => change;

/** A change of what stood there before another one. */
function from<Any extends Change>(change: Any, { old }: Change): Any {
  const { old: replaced, ...rest } = change;
  return (old === undefined ? rest : { ...rest, old }) as Any;
}
