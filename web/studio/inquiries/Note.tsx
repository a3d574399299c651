import { useEffect, useEffectEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, call } from '../api/client';
import { useRun } from '../api/use-run';
import { Button } from '../ui/Button';
import { Sides } from '../ui/Sides';
import { time } from '../ui/time';
import { words as common } from '../words';
import type { Handling } from './types';
import { words } from './words';

interface Props {
  id: string;
  email: string;
  zone: string;
  handling: Handling;
}

/** What is typed, and what was saved when that began. */
interface Draft {
  text: string;
  was: string;
}

/** A browser without room has it on the screen, and the server in a moment. */
function keepHere(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (failure) {
    console.error(failure);
  }
}

/** How long nobody types before a note is saved, in milliseconds. */
const pause = 800;

/**
 * A note of the team. It is saved while it is typed, and what is not saved yet stays in the browser: for the next time
 * that its writer comes here. Where somebody else wrote something meanwhile, one of both is taken.
 */
export function Note({ id, email, zone, handling: { note: saved = '', notedBy = '', notedAt } }: Props) {
  const key = `note ${email} ${id}`;
  const { mutate } = useSWRConfig();
  const { run, busy, error } = useRun();
  const [{ text, was }, setDraft] = useState<Draft>(
    () => JSON.parse(localStorage.getItem(key) ?? 'null') ?? { text: saved, was: saved },
  );
  const [theirs, setTheirs] = useState<string>();
  const isDirty = text !== was;
  if (!isDirty && was !== saved && !busy) setDraft({ text: saved, was: saved });

  function keep(next: Draft): Draft {
    if (next.text === next.was) localStorage.removeItem(key);
    else keepHere(key, JSON.stringify(next));
    return next;
  }
  const save = useEffectEvent(() => {
    if (!isDirty || theirs !== undefined) return;
    const sent = text;
    run('note', async () => {
      try {
        await call('POST', 'inquiries/handle', { inquiry: { id, set: 'note', value: sent, was } });
        setDraft((now) => keep({ text: now.text, was: sent }));
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.status === 409)) throw failure;
        setTheirs((failure.answer as { handling?: Handling }).handling?.note ?? '');
      } finally {
        await mutate(() => true);
      }
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(save, pause);
    const events = new AbortController();
    addEventListener('online', () => save(), events);
    return () => {
      clearTimeout(timer);
      events.abort();
    };
  }, [text, was, theirs]);
  return (
    <div className="grid gap-1">
      <label className="grid gap-1 font-medium text-sm">
        {words.note}
        <textarea
          className="field-sizing-content input min-h-24 max-h-[60dvh] resize-none font-normal"
          dir="auto"
          maxLength={10_000}
          value={text}
          onChange={(event) => setDraft(keep({ text: event.target.value, was }))}
          onBlur={() => save()}
          data-own-undo
        />
      </label>
      <p role="status" className="min-w-0 wrap-anywhere text-muted text-sm">
        {isDirty && (theirs === undefined ? words.noteWaits : words.noteClash)}
        {!isDirty && notedAt && notedBy && `${words.noteSaved}: ${time(notedAt, zone)}, ${notedBy}`}
      </p>
      {theirs !== undefined && (
        <Sides
          mine={text}
          theirs={theirs}
          onTake={(take) => {
            setDraft(keep({ text: take === 'mine' ? text : theirs, was: theirs }));
            setTheirs(undefined);
          }}
        />
      )}
      {error && (
        <p role="alert" className="grid justify-items-start gap-2 text-bad">
          {error}
          <Button onClick={() => save()}>{common.retry}</Button>
        </p>
      )}
    </div>
  );
}
