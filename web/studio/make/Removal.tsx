import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { call } from '../api/client';
import type { Problem } from '../api/types';
import { useRun } from '../api/use-run';
import { useQueue } from '../changes/use-queue';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { Problems } from '../views/Problems';
import { useTitle } from '../views/part';
import { PageField } from './Begin';
import { words } from './words';

interface Props {
  file: string;
  /** The path of an entry; empty for the whole page. */
  at: string;
  title: string;
  site: string;
  /** Where a page leads that is there no more; undefined where nothing has an address. */
  leadsTo?: string | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

/** Says what uses something before it is removed, and offers the redirect. */
export function Removal({ file, at, title, site, leadsTo, onClose, onRemoved }: Props) {
  const { data, error, isValidating } = useSWR<{ uses: Problem[]; also: Problem[] }, Error>(
    ['remove', file, at],
    () => call('POST', 'remove', { file, at, try: true }),
    { refreshInterval: 0, revalidateOnFocus: false },
  );
  const { run, busy, error: failed } = useRun();
  const queue = useQueue();
  const titleOf = useTitle();
  const { mutate } = useSWRConfig();
  const [to, setTo] = useState(leadsTo ?? '');
  /** Nobody asks for what is gone: what shows it is left first. */
  const remove = () =>
    run('remove', async () => {
      await queue.flush();
      await call('POST', 'remove', { file, at, to });
      queue.forget(file);
      onRemoved();
      await mutate((key) => key === 'pages' || key === 'changes' || (at && /^(file|page)\?/.test(String(key))));
    });
  return (
    <Sheet title={words.removeWhat(title)} onClose={onClose}>
      <div className="grid gap-4">
        {!data && !error && <p className="wait">{words.looking}</p>}
        {data && data.also.length > 0 && (
          <>
            <p>{words.alsoTaken}</p>
            <ul className="list-disc ps-6">
              {data.also.map((use) => (
                <li key={`${use.file} ${use.at}`}>{titleOf(use.file, use.at)}</li>
              ))}
            </ul>
          </>
        )}
        {data && (data.uses.length > 0 || !data.also.length) && <p>{data.uses.length ? words.used : words.unused}</p>}
        <Problems problems={data?.uses ?? []} />
        {leadsTo !== undefined && <PageField label={words.leadOn} site={site} value={to} onChange={setTo} />}
        <p className="text-muted text-sm">{words.undone}</p>
        <Alert>{failed ?? error?.message}</Alert>
        <Button kind="primary" disabled={busy || isValidating || !data} onClick={remove}>
          {words.remove}
        </Button>
      </div>
    </Sheet>
  );
}
