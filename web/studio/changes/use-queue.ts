import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSWRConfig } from 'swr';
import { call } from '../api/client';
import type { Change, FileAnswer, Listed } from '../api/types';
import { fileKey, useSavedFile } from '../api/use-api';
import { useRun } from '../api/use-run';
import { Queue } from './queue';
import { Store } from './store';
import { applied } from './values';

export const QueueContext = createContext<Queue | undefined>(undefined);

/** Makes the queue of a person, and tells the cache what the server has taken. */
export function useNewQueue(email: string): Queue {
  const { mutate } = useSWRConfig();
  const [queue] = useState(
    () =>
      new Queue(new Store(email), (changes, files) => {
        for (const { file, version, problems } of files) {
          const own = changes.filter((change) => change.file === file);
          mutate<FileAnswer>(fileKey(file), (answer) => answer && { ...edited(answer, own), version, problems });
        }
        mutate<Listed[]>('changes', (list) => list && withChanges(list, changes, email));
        mutate((key) => /^(pages?|look|media|translation)\b/.test(String(key)));
      }),
  );
  useEffect(() => queue.start(), [queue]);
  return queue;
}

export function useQueue(): Queue {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error('there is no queue around this component');
  return queue;
}

export function useQueueState() {
  const queue = useQueue();
  return useSyncExternalStore(queue.subscribe, () => queue.state);
}

/** The list of what is not published with changes that the server will list soon. */
export const withChanges = (list: Listed[], changes: Change[], by = ''): Listed[] =>
  changes.reduce((all, change) => {
    const known = all.find(({ file, at }) => file === change.file && at === change.at);
    const others = all.filter((each) => each !== known);
    const { value = null } = change;
    if (known && JSON.stringify(known.old ?? null) === JSON.stringify(value)) return others; // it was taken back
    const now = new Date().toISOString();
    return others.concat({ ...change, by, when: now, conflict: null, ...known, value });
  }, list);

function edited(file: FileAnswer, changes: Change[]): FileAnswer {
  const text = changes.findLast(({ op, at }) => op === 'set' && at === '')?.value;
  return {
    ...file,
    values: changes.reduce(applied, file.values),
    source: typeof text === 'string' ? text : file.source,
  };
}

/** A file with everything that was typed here, whether the server has it or not. */
export function useFile(name: string | undefined): { file: FileAnswer | undefined; error: Error | undefined } {
  const { data, error } = useSavedFile(name);
  const { pending, held } = useQueueState();
  const file = useMemo(() => {
    const mine = held.filter(({ why, change }) => why === 'conflict' || (why === 'refused' && change.op === 'set'));
    const edits = [...mine.map(({ change }) => change), ...pending].filter((change) => change.file === name);
    return data && edited(data, edits);
  }, [data, name, pending, held]);
  return { file, error };
}

/**
 * Calls that change more than a value: once the server has what was typed. What is on display is read anew then, and
 * what was done before in a file that a call names is not undone any more.
 */
export function useAct() {
  const queue = useQueue();
  const { mutate } = useSWRConfig();
  const { run, ...state } = useRun();
  const act = <Answer>(
    method: string,
    path: string,
    body: { file?: string; [key: string]: unknown },
    done?: (answer: Answer) => void,
  ) =>
    run(JSON.stringify([method, path, body]), async () => {
      await queue.flush();
      const answer = await call<Answer>(method, path, body).finally(() => mutate(() => true));
      if (body.file && /^(changes|restore)/.test(path)) queue.forget(body.file);
      done?.(answer);
    });
  return { act, ...state };
}
