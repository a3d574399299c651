import { useRef, useState } from 'react';
import { words } from '../words';
import { problemsOf, Unreachable } from './client';

/**
 * Runs what buttons do, in turn, and what has one name once, however often it is clicked meanwhile. Says what went wrong,
 * with the problems that hold it back.
 */
export function useRun() {
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<Error>();
  const names = useRef(new Set<string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  function run(name: string, action: () => Promise<unknown>) {
    if (names.current.has(name)) return;
    const count = () => setWaiting(names.current.size);
    names.current.add(name);
    count();
    last.current = last.current
      .then(() => setFailure(undefined))
      .then(action)
      .catch(setFailure)
      .finally(() => names.current.delete(name))
      .finally(count);
  }
  const error = failure instanceof Unreachable ? words.cannotReach : failure?.message;
  return { run, busy: waiting > 0, error, problems: problemsOf(failure) };
}
