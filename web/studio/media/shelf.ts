import type { Waiting } from './types';

/** The files on their way, in the browser's own database, so that they outlive the page. Some windows have none. */
export class Shelf {
  private opened: Promise<IDBDatabase> | undefined;

  private open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('studio.uploads', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('waiting', { keyPath: 'id' });
      request.onsuccess = () => {
        request.result.onclose = this.forget; // as iOS does to windows behind others
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });

  private forget = () => {
    this.opened = undefined;
  };

  private async run<Answer>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Answer>) {
    this.opened ??= this.open();
    this.opened.catch(this.forget);
    const database = await this.opened;
    return new Promise<Answer>((resolve, reject) => {
      const transaction = database.transaction('waiting', mode);
      const request = act(transaction.objectStore('waiting'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  put = (waiting: Waiting) => this.run('readwrite', (store) => store.put(waiting));
  remove = (id: string) => this.run('readwrite', (store) => store.delete(id));
  all = async (): Promise<Waiting[]> =>
    'indexedDB' in globalThis ? this.run('readonly', (store) => store.getAll()) : [];
}
