import { useEffect, useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import type { Queue } from '../changes/queue';
import { Uploads } from './uploads';

/** Those of this page. */
export const uploads = new Uploads();

export const useUploads = () => useSyncExternalStore(uploads.subscribe, () => uploads.state);

/** Keeps files on their way while somebody is signed in, and reads anew what they change. */
export function useSending(email: string, queue: Queue): void {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const changed = () => mutate((key) => key !== 'me');
    return uploads.start({ email, change: (...changes) => queue.change(...changes), changed });
  }, [email, queue, mutate]);
}
