import { ApiError, call } from '../api/client';
import type { Change, ChangesAnswer, Conflict, Value } from '../api/types';
import { words } from '../words';
import type { Held, Kept, Pending, Store } from './store';
import { opposite } from './values';

export interface QueueState extends Kept {
  status: 'idle' | 'saved' | 'unreachable' | 'signed-out';
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
/** Bytes of the changes of one request, and of one change that is sent alone; the server takes 2 MB. */
const mostBytes = 1_000_000;
const largest = 2_000_000;
/** Bytes within which a request outlives its page, which are 64 KB. */
const outliving = 60_000;

const bytesOf = (sent: Change | Change[]) => new Blob([JSON.stringify(sent)]).size;

const isSame = (a: Change, b: Change) => a.file === b.file && a.at === b.at;
/** Whether both set one value. */
const isSameSet = (a: Change, b: Change) => a.op === 'set' && b.op === 'set' && isSame(a, b);

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
  /** What was done, each as its changes, of which the first ones still are: the rest was undone. */
  private steps: Change[][] = [];
  private done = 0;
  private steppedAt = 0;

  /** `saved` is told what the server has taken, before the queue forgets it. */
  constructor(
    private readonly store: Store,
    private readonly saved: (changes: Change[], files: ChangesAnswer['files']) => void,
  ) {}

  /** Begins to send, with what this tab had when it was loaded again. Returns how to stop. */
  start(): () => void {
    this.running = true;
    const events = new AbortController();
    const now = () => this.flush();
    addEventListener('online', now, events);
    addEventListener('pagehide', now, events);
    addEventListener('beforeunload', (event) => !this.state.kept && event.preventDefault(), events);
    this.store.open(events.signal).then(({ pending, held, forget }) => {
      if (events.signal.aborted) return;
      this.update({ pending: [...pending, ...this.state.pending], held: [...held, ...this.state.held] });
      if (this.state.kept) forget();
      now();
    }, console.error);
    return () => {
      this.running = false;
      events.abort();
      clearTimeout(this.timer);
    };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Makes changes, which are undone together. */
  change(...changes: Change[]): void {
    const steps = this.steps.slice(0, this.done);
    const last = steps.at(-1) ?? [];
    const isOne =
      last.length === changes.length &&
      last.every((each, i) => changes[i] && isSameSet(each, changes[i])) &&
      Date.now() - this.steppedAt < together;
    const step = isOne ? last.map((each, i) => ({ ...each, value: changes[i]?.value })) : changes;
    this.steps = isOne ? steps.with(-1, step) : [...steps, step];
    this.done = this.steps.length;
    this.steppedAt = Date.now();
    this.putAll(changes);
  }

  undo(): void {
    const step = this.steps[this.done - 1];
    if (step)
      this.walk(
        -1,
        step.toReversed().map((change) => ({ file: change.file, ...opposite(change) })),
      );
  }

  redo(): void {
    const step = this.steps[this.done];
    if (step) this.walk(1, step);
  }

  private walk(by: number, changes: Change[]): void {
    this.done += by;
    this.steppedAt = 0;
    this.putAll(changes);
  }

  /** Puts changes of which none is made without the others. */
  private putAll(changes: Change[]): void {
    const step = changes.length > 1 ? crypto.randomUUID() : undefined;
    for (const change of changes) this.put(change, step);
  }

  /** Makes changes after all, each in place of what stands there now. */
  take(all: Held[], now: (Value | undefined)[]): void {
    this.drop(all);
    const isNew = (i: number) => now[i] === undefined;
    this.change(...all.map(({ change }, i) => ({ ...change, old: now[i] ?? null, isNew: isNew(i) })));
  }

  /** Leaves things as they are on the server. */
  drop(all: Held[]): void {
    this.update({ held: this.state.held.filter((each) => !all.includes(each)) });
  }

  /** Nothing that was done in a file is undone any more: it became something else there. */
  forget(file: string): void {
    const isOther = (step: Change[]) => step.every((change) => change.file !== file);
    this.done = this.steps.slice(0, this.done).filter(isOther).length;
    this.steps = this.steps.filter(isOther);
    this.update({});
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

  private put(change: Change, step?: string): void {
    const { pending, held } = this.state;
    const last = pending.findLast(({ file }) => file === change.file);
    const former = held.find((each) => each.why !== 'left' && isSameSet(each.change, change));
    const { value } = change;
    if (former?.why === 'conflict') {
      const mine = { ...former, change: { ...former.change, value } };
      this.update({ held: held.with(held.indexOf(former), mine) });
    } else if (last && !last.sent && isSameSet(last, change)) {
      this.update({ pending: pending.with(pending.indexOf(last), { ...last, value }) });
      this.sendAfter(pause);
    } else {
      // What was refused is not there: the next value of the field stands in its place.
      const { old, isNew } = former?.change ?? change;
      const next = { ...change, old, isNew, id: crypto.randomUUID(), sent: false, ...(step && { step }) };
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
      let sum = 0;
      const first = this.state.pending.slice(0, this.limit);
      const fits = first.filter((change, i) => {
        sum += bytesOf(change);
        return i === 0 || sum <= mostBytes;
      });
      const batch = fits.map((change) => ({ ...change, sent: true }));
      this.update({ pending: [...batch, ...this.state.pending.slice(batch.length)] });
      const changes = batch.map(({ sent, isNew, step, ...change }) => change);
      const size = bytesOf(changes);
      try {
        if (size > largest) throw new ApiError(413, {});
        const options = { keepalive: size < outliving };
        const { files } = await call<ChangesAnswer>('POST', 'changes', { changes }, options);
        this.failures = 0;
        this.limit = most;
        this.saved(changes, files);
        const rest = this.state.pending.filter(({ id }) => !batch.some((change) => change.id === id));
        this.update({ pending: rest, status: 'saved', saves: this.state.saves + 1 });
      } catch (error) {
        if (!this.answered(error, batch)) return;
      }
    }
  }

  /** Deals with a failure. Says whether the rest can be sent. */
  private answered(error: unknown, batch: Pending[]): boolean {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
      this.failures += 1;
      this.update({ status: 'unreachable' });
      if (this.running) this.timer = setTimeout(() => this.flush(), Math.min(30_000, 500 * 2 ** this.failures));
      return false;
    }
    this.failures = 0;
    this.update({ status: error.status === 401 ? 'signed-out' : 'idle' });
    if (error.status === 401) return false;
    const { id, conflicts = [] } = error.answer as { id?: string; conflicts?: Conflict[] };
    const clashes = batch.flatMap((change): Held[] => {
      const conflict = conflicts.find((each) => each.id === change.id);
      return conflict ? [{ ...conflict, change, why: 'conflict' }] : [];
    });
    const refused = batch.find((change) => change.id === id) ?? (batch.length === 1 ? batch[0] : undefined);
    const reason = error.status === 413 ? words.tooLarge : error.message;
    for (const held of clashes) this.holdStep(held);
    if (!clashes.length && refused) this.holdStep({ change: refused, why: 'refused', reason });
    else if (!clashes.length) this.limit = 1; // which one it is shows when each is sent alone
    return true;
  }

  /** Sets a change aside, with the others of its step: the half of what somebody did may say something else. */
  private holdStep(held: Held): void {
    const { step } = held.change;
    const others = this.state.pending.filter((each) => step && each.step === step && each.id !== held.change.id);
    this.hold(held);
    for (const change of others) this.hold({ ...held, change, theirs: change.old ?? null });
  }

  /** Sets a change aside until somebody decides. What was typed in its field since then belongs to it. */
  private hold(held: Held): void {
    const { pending } = this.state;
    const { change, why } = held;
    if (!pending.some(({ id }) => id === change.id)) return; // it belongs to one that is held already
    const isOther = (step: Change[]) => !step.some((each) => isSame(each, change));
    this.done = this.steps.slice(0, this.done).filter(isOther).length;
    this.steps = this.steps.filter(isOther);
    const rest = pending.filter(({ id }) => id !== change.id);
    const next = rest.find((each) => isSameSet(each, change));
    if (next && why === 'refused') {
      // Nobody sees it any more: the newer value may be taken.
      this.update({ pending: rest.with(rest.indexOf(next), { ...next, old: change.old, isNew: change.isNew }) });
    } else {
      const { value } = rest.findLast((each) => isSameSet(each, change)) ?? change;
      const mine = { ...held, change: { ...change, value } };
      this.update({ pending: rest.filter((each) => !isSameSet(each, change)), held: [...this.state.held, mine] });
    }
  }

  private update(part: Partial<QueueState>): void {
    const state = { ...this.state, ...part };
    const kept = this.store.write({ pending: state.pending, held: state.held });
    this.state = { ...state, kept, undoable: this.done > 0, redoable: this.done < this.steps.length };
    for (const listener of this.listeners) listener();
  }
}
