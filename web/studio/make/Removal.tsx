import { useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { call } from '../api/client';
import type { Problem } from '../api/types';
import { useAct } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { Problems } from '../views/Problems';
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
  const { data, error } = useSWRImmutable<{ uses: Problem[] }, Error>(['remove', file, at], () =>
    call('POST', 'remove', { file, at, try: true }),
  );
  const { act, busy, error: failed } = useAct();
  const [to, setTo] = useState(leadsTo ?? '');
  const wrong = failed ?? error?.message;
  return (
    <Sheet title={words.removeWhat(title)} onClose={onClose}>
      <div className="grid gap-4">
        {!data && !error && <p className="wait">{words.looking}</p>}
        {data && <p>{data.uses.length ? words.used : words.unused}</p>}
        <Problems problems={data?.uses ?? []} />
        {leadsTo !== undefined && <PageField label={words.leadOn} site={site} value={to} onChange={setTo} />}
        <p className="text-muted text-sm">{words.undone}</p>
        {wrong && (
          <p role="alert" className="text-bad">
            {wrong}
          </p>
        )}
        <Button
          kind="primary"
          disabled={busy || !data}
          onClick={() => act('POST', 'remove', { file, at, to }, onRemoved)}
        >
          {words.remove}
        </Button>
      </div>
    </Sheet>
  );
}
