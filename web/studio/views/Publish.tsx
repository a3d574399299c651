import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ApiError, call } from '../api/client';
import type { Problem, Published } from '../api/types';
import { useChanges } from '../api/use-api';
import { sentenceOf } from '../api/use-run';
import { useQueue } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { time } from '../ui/time';
import { words } from '../words';
import { Problems } from './Problems';

/** What became of publishing: it is live, or a sentence why not, and the problems that hold it back. */
interface Outcome {
  live?: string;
  message: string;
  problems: Problem[];
}

/** Publishes all changes or those of some files, and says what visitors get. */
export function Publish({ onClose }: { onClose: () => void }) {
  const { data: changes = [] } = useChanges();
  const { mutate } = useSWRConfig();
  const queue = useQueue();
  const [left, setLeft] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const files = [...new Set(changes.map(({ file }) => file))];
  const chosen = files.filter((file) => !left.includes(file));

  async function publish() {
    setBusy(true);
    setOutcome((await queue.flush()) ? await attempt() : { message: words.unsaved, problems: [] });
    setBusy(false);
    mutate((key) => key !== 'me');
  }
  async function attempt(): Promise<Outcome> {
    try {
      const { live, held } = await call<Published>('POST', 'publish', left.length ? { files: chosen } : {});
      const problems = held.flatMap((site) => site.problems);
      return { live, problems, message: held.length ? words.held : words.live(time(live)) };
    } catch (error) {
      const { problems = [] } = error instanceof ApiError ? (error.answer as { problems?: Problem[] }) : {};
      return { message: sentenceOf(error), problems };
    }
  }
  return (
    <Sheet title={words.publish} onClose={onClose}>
      <div className="grid gap-4">
        <div role="status" className="grid gap-2">
          {outcome && !outcome.live && <p className="font-semibold">{words.notPublished}</p>}
          {outcome && (
            <p className={outcome.live && !outcome.problems.length ? 'text-good text-lg' : ''}>{outcome.message}</p>
          )}
          {busy && words.publishing}
        </div>
        {outcome && <Problems problems={outcome.problems} />}
        {!outcome?.live && (
          <>
            <ul className="grid gap-2">
              {files.map((file) => (
                <li key={file}>
                  <label className="flex min-h-11 items-start gap-3 py-2">
                    <input
                      type="checkbox"
                      className="size-5 shrink-0 accent-accent"
                      checked={chosen.includes(file)}
                      onChange={() =>
                        setLeft(left.includes(file) ? left.filter((each) => each !== file) : [...left, file])
                      }
                    />
                    <span className="grid">
                      {changes.map(
                        (change) =>
                          change.file === file && <span key={`${change.op} ${change.at}`}>{change.title}</span>,
                      )}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <Button kind="primary" disabled={busy || !chosen.length} onClick={publish}>
              {words.publish}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  );
}
