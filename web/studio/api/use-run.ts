import { useState } from 'react';
import { words } from '../words';
import { Unreachable } from './client';

/** The sentence for a failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Unreachable) return words.cannotReach;
  return error instanceof Error ? error.message : String(error);
}

/** Runs what a button does, one at a time, and says what went wrong. */
export function useRun() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function run(action: () => Promise<unknown>) {
    setBusy(true);
    setError(undefined);
    await action()
      .catch((problem) => setError(sentenceOf(problem)))
      .finally(() => setBusy(false));
  }
  return { run, busy, error };
}
