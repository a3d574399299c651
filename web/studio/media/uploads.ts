import { ApiError, call, Unreachable } from '../api/client';
import type { Change } from '../api/types';
import { prepare } from './prepare';
import { Shelf } from './shelf';
import type { Purpose, UploadAnswer, Waiting } from './types';

/** A file on its way to the server, as it is shown. */
export interface Upload extends Purpose {
  id: string;
  name: string;
  /** What it shows; none where the browser cannot tell. */
  picture: string;
  size: number;
  arrived: number;
  status: 'preparing' | 'sending' | 'gap' | 'refused';
  /** Why it was refused. */
  reason?: string;
}

/** What the uploads of one person need around them. */
interface Around {
  email: string;
  /** Makes changes that are undone together. */
  change: (...changes: Change[]) => void;
  /** The server has another file, or a draft of one. */
  changed: () => void;
}

/**
 * The files on their way: each is kept in the browser first, then sent part by part, one after the other, again and
 * again, until the server has all of it or refuses it. It goes on after a gap, and after the page was loaded again, where
 * it stood. What the file is for is then done as a change. It is a new value with every step, for useSyncExternalStore.
 */
export class Uploads {
  state: Upload[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly shelf = new Shelf();
  private readonly waiting = new Map<string, Waiting>();
  /** Those that were on the shelf before: other tabs may know of them. */
  private readonly left = new Set<string>();
  private around: Around | undefined;
  private working = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins to send, with what was left. Returns how to stop. */
  start(around: Around): () => void {
    this.around = around;
    const events = new AbortController();
    addEventListener('online', this.soon, events);
    this.shelf.all().then((all) => {
      const mine = all.filter(({ id, email }) => email === around.email && !this.waiting.has(id));
      for (const waiting of mine) {
        this.left.add(waiting.id);
        this.show(waiting);
      }
      this.soon();
    }, console.error);
    return () => {
      events.abort();
      clearTimeout(this.timer);
      this.around = undefined;
      this.waiting.clear();
      this.update([]);
    };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Sends files, each for its own purpose. */
  async add(files: File[], purposeOf: (index: number) => Purpose): Promise<void> {
    for (const [i, file] of files.entries()) {
      const purpose = purposeOf(i);
      // In the order of their ids they were taken: each may be put behind the one before it.
      const id = `${Date.now()}-${String(i).padStart(3, '0')}-${crypto.randomUUID()}`;
      const shown: Waiting = { ...purpose, id, email: '', name: file.name, blob: file };
      this.show(shown, 'preparing');
      try {
        const blob = purpose.to.split('/')[1] === 'images' ? await prepare(file) : file;
        const waiting = { ...shown, email: this.around?.email ?? '', blob };
        if (!this.state.some(({ id }) => id === shown.id)) continue; // nobody wants it any more
        this.waiting.set(shown.id, waiting);
        this.patch(shown.id, { size: blob.size, status: 'sending' });
        await this.shelf.put(waiting).catch(console.error); // a browser without room sends it all the same
        this.soon();
      } catch (error) {
        this.patch(shown.id, { status: 'refused', reason: (error as Error).message });
      }
    }
  }

  /** Gives up a file. */
  cancel = (id: string) => {
    const upload = this.state.find((each) => each.id === id);
    if (upload) URL.revokeObjectURL(upload.picture);
    this.waiting.delete(id);
    this.shelf.remove(id).catch(console.error);
    this.update(this.state.filter((each) => each.id !== id));
  };

  private show(waiting: Waiting, status: Upload['status'] = 'sending') {
    const { blob, id, name, to, target } = waiting;
    if (status !== 'preparing') this.waiting.set(id, waiting);
    const picture = URL.createObjectURL(blob);
    this.update([...this.state, { id, name, to, target, picture, size: blob.size, arrived: 0, status }]);
  }

  private soon = () => {
    clearTimeout(this.timer);
    this.work().catch(console.error);
  };

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    try {
      for (let next = this.next(); next && this.around; next = this.next()) {
        const waiting = next;
        // A file that another tab sends already is left to it.
        const isDone = await navigator.locks.request(`studio.upload.${waiting.id}`, { ifAvailable: true }, (lock) =>
          lock ? this.sendOwn(waiting) : false,
        );
        if (!isDone) {
          this.failures += 1;
          this.timer = setTimeout(this.soon, Math.min(15_000, 500 * 2 ** this.failures));
          return;
        }
        this.failures = 0;
      }
    } finally {
      this.working = false;
    }
  }

  /** Sends a file, unless another tab has sent or cancelled it: then it is on the shelf no more. */
  private async sendOwn(waiting: Waiting): Promise<boolean> {
    const isGone = this.left.has(waiting.id) && !(await this.shelf.all()).some(({ id }) => id === waiting.id);
    if (isGone) this.cancel(waiting.id);
    return isGone || this.send(waiting);
  }

  private next = () =>
    this.state.filter(({ status }) => status !== 'refused').flatMap(({ id }) => this.waiting.get(id) ?? [])[0];

  /** Sends a file. False: nobody answered, and it goes on later. */
  private async send(waiting: Waiting): Promise<boolean> {
    const { id, blob, name, to: file } = waiting;
    try {
      const sum = hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
      let answer = await call<UploadAnswer>('POST', 'uploads', { file, name, sum, size: blob.size });
      while ('arrived' in answer && this.waiting.has(id)) {
        const { arrived: at, chunk } = answer;
        this.patch(id, { arrived: at, status: 'sending' });
        const query = new URLSearchParams({ file, name, sum, size: String(blob.size), at: String(at) });
        answer = await call<UploadAnswer>('POST', `uploads/chunk?${query}`, undefined, {
          body: blob.slice(at, at + chunk),
          headers: { 'Content-Type': 'application/octet-stream' },
        });
      }
      if (!('src' in answer) || !this.waiting.has(id)) return true;
      this.finish(waiting, answer.src);
      return true;
    } catch (error) {
      const isGap =
        error instanceof Unreachable ||
        (error instanceof ApiError &&
          !('conflicts' in error.answer) &&
          (again.has(error.status) || error.status >= 500));
      if (isGap)
        this.update(this.state.map((each) => (each.status === 'sending' ? { ...each, status: 'gap' as const } : each)));
      else this.patch(id, { status: 'refused', reason: (error as Error).message });
      return !isGap;
    }
  }

  private finish({ id, target }: Waiting, src: string) {
    const { around } = this;
    if (!around) return;
    const named = (value: Change['value']) => (value && typeof value === 'object' ? { ...value, src } : src);
    if (target) around.change({ ...target, value: named(target.value) });
    around.changed();
    this.cancel(id);
  }

  private patch(id: string, part: Partial<Upload>) {
    this.update(this.state.map((each) => (each.id === id ? { ...each, ...part } : each)));
  }

  private update(state: Upload[]) {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

/** Nobody is signed in, the parts do not fit, too much at once: the same file may be taken later. */
const again = new Set([401, 409, 429]);

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (each) => each.toString(16).padStart(2, '0')).join('');
