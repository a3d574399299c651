import { ApiError, call, Unreachable } from '../api/client';
import type { Change } from '../api/types';
import { prepare } from './prepare';
import { Shelf } from './shelf';
import type { Purpose, UploadAnswer, Waiting } from './types';

/** A file on its way to the server, as it is shown. */
export interface Upload extends Waiting {
  /** What it shows; none where the browser cannot tell. */
  picture: string;
  arrived: number;
  /** Whether it is on the shelf: it outlives the page, and other tabs know of it. */
  isKept: boolean;
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
  private around: Around | undefined;
  private working = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins to send, with what was left. Returns how to stop. */
  start(around: Around): () => void {
    this.around = around;
    const events = new AbortController();
    addEventListener('online', this.soon, events);
    const ask = (event: Event) => this.state.some(({ isKept }) => !isKept) && event.preventDefault();
    addEventListener('beforeunload', ask, events);
    this.shelf.all().then((all) => {
      const mine = all.filter(({ id, email }) => email === around.email && !this.has(id));
      for (const waiting of mine) this.show(waiting, 'sending', true);
      this.soon();
    }, console.error);
    return () => {
      events.abort();
      clearTimeout(this.timer);
      this.around = undefined;
      this.update([]);
    };
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Sends files, each for its own purpose. */
  async add(files: File[], purposeOf: (index: number) => Purpose): Promise<void> {
    const taken = files.map((file, i) => {
      // In the order of their ids they were taken: each may be put behind the one before it.
      const id = `${Date.now()}-${String(i).padStart(3, '0')}-${crypto.randomUUID()}`;
      return { ...purposeOf(i), id, email: this.around?.email ?? '', name: file.name, blob: file };
    });
    for (const waiting of taken) this.show(waiting, 'preparing');
    for (const waiting of taken) {
      const { id, to, blob: file } = waiting;
      try {
        const blob = to.split('/')[1] === 'images' ? await prepare(file) : file;
        if (!this.has(id)) continue; // nobody wants it any more
        const put = this.shelf.put({ ...waiting, blob });
        // A browser without room sends it all the same.
        const isKept = await put.then(() => true, console.error);
        this.patch(id, { blob, status: 'sending', isKept: !!isKept });
        this.soon();
      } catch (error) {
        this.patch(id, { status: 'refused', reason: (error as Error).message });
      }
    }
  }

  /** Gives up a file. */
  cancel = (id: string) => {
    const upload = this.state.find((each) => each.id === id);
    if (upload) URL.revokeObjectURL(upload.picture);
    this.shelf.remove(id).catch(console.error);
    this.update(this.state.filter((each) => each.id !== id));
  };

  private has = (id: string) => this.state.some((each) => each.id === id);

  private show(waiting: Waiting, status: Upload['status'], isKept = false) {
    const picture = URL.createObjectURL(waiting.blob);
    this.update([...this.state, { ...waiting, picture, arrived: 0, isKept, status }]);
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
        const upload = next;
        // A file that another tab sends already is left to it.
        const isDone = await navigator.locks.request(`studio.upload.${upload.id}`, { ifAvailable: true }, (lock) =>
          lock ? this.sendOwn(upload) : false,
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
  private async sendOwn(upload: Upload): Promise<boolean> {
    const kept = upload.isKept ? await this.shelf.all().catch(console.error) : undefined;
    const isGone = kept && !kept.some(({ id }) => id === upload.id);
    if (isGone) this.cancel(upload.id);
    return isGone ? true : this.send(upload);
  }

  private next = () => this.state.find(({ status }) => status === 'sending' || status === 'gap');

  /** Sends a file. False: nobody answered, and it goes on later. */
  private async send({ id, blob, name, to: file, target }: Upload): Promise<boolean> {
    try {
      const sum = hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
      let answer = await call<UploadAnswer>('POST', 'uploads', { file, name, sum, size: blob.size });
      while ('arrived' in answer && this.has(id)) {
        const { arrived: at, chunk } = answer;
        this.patch(id, { arrived: at, status: 'sending' });
        const query = new URLSearchParams({ file, name, sum, size: String(blob.size), at: String(at) });
        answer = await call<UploadAnswer>('POST', `uploads/chunk?${query}`, undefined, {
          body: blob.slice(at, at + chunk),
          headers: { 'Content-Type': 'application/octet-stream' },
        });
      }
      if ('arrived' in answer) {
        // Nobody wants it any more, and the server need not keep the half of it.
        if (this.around) await call('DELETE', 'uploads', { file, sum });
        return true;
      }
      if (!this.has(id)) return true;
      const { src } = answer;
      const value = target?.value && typeof target.value === 'object' ? { ...target.value, src } : src;
      if (target) this.around?.change({ ...target, value });
      this.around?.changed();
      this.cancel(id);
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
