import { useState } from 'react';
import { words } from '../words';
import { ApiError, Unreachable } from './client';

/** Runs what a button does, one thing at a time, and says what went wrong, with the problems that hold it back. */
export function useRun() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  async function run(action: () => Promise<unknown>) {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    await action()
      .catch(setFailure)
      .finally(() => setBusy(false));
  }
  const error = failure instanceof Unreachable ? words.cannotReach : failure?.message;
  const { problems = [] } = failure instanceof ApiError ? failure.answer : {};
  return { run, busy, error, problems };
}
