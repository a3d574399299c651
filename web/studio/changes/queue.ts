import { ApiError, call } from '../api/client';
import type { Change, ChangesAnswer, Conflict, Value } from '../api/types';
import type { Held, Kept, Pending, Store } from './store';
import { opposite } from './values';

export interface QueueState extends Kept {
  status: 'idle' | 'saving' | 'saved' | 'unreachable' | 'signed-out';
  /** Whether the browser keeps what the server does not have yet. */
  kept: boolean;
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
/** Whether both set one value. */
const sameSet = (a: Change, b: Change) => a.op === 'set' && b.op === 'set' && same(a, b);

/**
 * The queue of changes: each is kept in the browser first, then sent in order, again and again, until the server has
 * taken or refused it. Values of one field that follow each other are sent as one. What it knows is a new value with
 * every change, for useSyncExternalStore.
 */
export class Queue {
  state: QueueState = {
    pending: [],
    held: [],
    status: 'idle',
    kept: true,
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
    const now = () => this.flush();
    addEventListener('online', now, events);
    addEventListener('pagehide', now, events);
    addEventListener('beforeunload', (event) => !this.state.kept && event.preventDefault(), events);
    this.store.takeOver().then(({ pending, held, forget }) => {
      if (events.signal.aborted) return;
      this.update({ pending: [...pending, ...this.state.pending], held: [...held, ...this.state.held] });
      if (this.state.kept) forget();
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
    if (last && sameSet(last.change, change) && Date.now() - last.when < together)
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

  /** Makes a change after all, in place of what stands there now. */
  take(held: Held, now: Value | undefined): void {
    const { id, sent, old, ...change } = held.change;
    this.drop(held);
    this.change(now === undefined ? change : { ...change, old: now });
  }

  /** Leaves things as they are on the server. */
  drop(held: Held): void {
    this.update({ held: this.state.held.filter((each) => each !== held) });
  }

  /** Sends what waits at once. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waitingSince = 0;
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
    return this.sending;
  }

  private put(change: Change): void {
    const { pending, held } = this.state;
    const last = pending.findLast(({ file }) => file === change.file);
    const former = held.find((each) => each.why !== 'left' && sameSet(each.change, change));
    const value = change.value ?? null;
    if (former?.why === 'conflict') {
      const mine = { ...former, change: { ...former.change, value } };
      this.update({ held: held.map((each) => (each === former ? mine : each)) });
    } else if (last && !last.sent && sameSet(last, change)) {
      this.update({ pending: pending.map((each) => (each === last ? { ...last, value } : each)) });
      this.sendAfter(pause);
    } else {
      // What was refused is not there: the next value of the field stands in its place.
      const next = { ...(former ? from(change, former.change) : change), id: crypto.randomUUID() };
      this.update({ pending: [...pending, next], held: held.filter((each) => each !== former) });
      this.sendAfter(change.op === 'set' ? pause : 0);
    }
  }

  private sendAfter(delay: number): void {
    if (this.state.status === 'signed-out' || this.failures) return; // a later attempt is planned, or a sign-in awaited
    clearTimeout(this.timer);
    this.waitingSince ||= Date.now();
    this.timer = setTimeout(() => this.flush(), Math.min(delay, this.waitingSince + longest - Date.now()));
  }

  private async send(): Promise<void> {
    // While somebody types on, the next request has a pause of its own.
    while (this.running && this.state.pending.length && !this.timer) {
      const batch = this.state.pending.slice(0, this.limit).map((change) => ({ ...change, sent: true }));
      this.update({ pending: [...batch, ...this.state.pending.slice(batch.length)], status: 'saving' });
      try {
        const changes = batch.map(({ sent, ...change }) => change);
        // Within 64 KB a request outlives the page; a character has up to three bytes.
        const keepalive = JSON.stringify(changes).length < 20_000;
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
    const clashes = batch.flatMap((change): Held[] => {
      const conflict = conflicts.find((each) => each.id === change.id);
      return conflict ? [{ ...conflict, change, why: 'conflict' }] : [];
    });
    const refused = batch.find((change) => change.id === id) ?? (batch.length === 1 ? batch[0] : undefined);
    // What was typed later in the field of a clash belongs to it, and is held with it.
    if (clashes.length) {
      for (const held of clashes) if (this.state.pending.some(({ id }) => id === held.change.id)) this.hold(held);
    } else if (refused) this.hold({ change: refused, why: 'refused', reason: error.message });
    else this.limit = 1; // which one it is shows when each is sent alone
    return true;
  }

  /** Sets a change aside until somebody decides. What was typed in its field since then belongs to it. */
  private hold(held: Held): void {
    const rest = this.without([held.change]);
    const latest = rest.findLast((each) => sameSet(each, held.change));
    this.done = this.done.filter((step) => !same(step.change, held.change));
    this.undone = this.undone.filter((step) => !same(step, held.change));
    if (latest && held.why === 'refused') {
      // Nobody sees it any more: the newer value may be taken.
      const next = from(latest, held.change);
      this.update({ pending: rest.flatMap((each) => (each === latest ? next : sameSet(each, latest) ? [] : each)) });
    } else {
      const change = latest?.value === undefined ? held.change : { ...held.change, value: latest.value };
      const pending = rest.filter((each) => !sameSet(each, held.change));
      this.update({ pending, held: [...this.state.held, { ...held, change }] });
    }
  }

  private without(changes: Pending[]): Pending[] {
    const ids = new Set(changes.map(({ id }) => id));
    return this.state.pending.filter(({ id }) => !ids.has(id));
  }

  private update(part: Partial<QueueState>): void {
    const state = { ...this.state, ...part };
    const kept = this.store.write({ pending: state.pending, held: state.held });
    this.state = { ...state, kept, undoable: this.done.length > 0, redoable: this.undone.length > 0 };
    for (const listener of this.listeners) listener();
  }
}

/** A change of what stood there before another one. */
function from<Any extends Change>(change: Any, { old }: Change): Any {
  const { old: replaced, ...rest } = change;
  return (old === undefined ? rest : { ...rest, old }) as Any;
}
