import { useState } from 'react';
import { Link } from 'react-router';
import useSWR from 'swr';
import { ApiError } from '../api/client';
import type { Me } from '../api/types';
import { usePages } from '../api/use-api';
import { useAct, useFile, useQueue } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { languageName } from '../language';
import { Button, buttonClass } from '../ui/Button';
import { View } from '../ui/View';
import { Attention } from '../views/Attention';
import { Problems } from '../views/Problems';
import { useTitle } from '../views/part';
import type { BesideAnswer, Unit } from './types';
import { UnitFields } from './UnitFields';
import { words } from './words';

interface Props {
  me: Me;
  /** The site in the language of the translation. */
  site: string;
  /** The file of the translation, or of its original. */
  name: string;
}

const urgency: Unit['state'][] = ['missing', 'stale', 'not recorded', 'current'];

/** A file and its translation, text by text: what is missing or older than the original first. */
export function Beside({ me, site, name }: Props) {
  const { data, error } = useSWR<BesideAnswer, Error>(`translation?${new URLSearchParams({ site, file: name })}`);
  const { file } = useFile(data?.there ? data.translation : undefined);
  const { data: pages = [] } = usePages();
  const { act, busy, error: failed } = useAct();
  const queue = useQueue();
  const titleOf = useTitle();
  // A text stays in its place while somebody works on it, whatever becomes of its state.
  const [order, setOrder] = useState<string[]>();
  if (data && !order)
    setOrder(
      data.units.toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state)).map(({ path }) => path),
    );
  const units = data?.units.toSorted((a, b) => (order?.indexOf(a.path) ?? 0) - (order?.indexOf(b.path) ?? 0)) ?? [];
  const language = me.sites.find(({ id }) => id === site);
  const { lang: of = '' } = me.sites.find(({ id }) => id === language?.of) ?? {};
  const { problems = [] } = error instanceof ApiError ? error.answer : {};
  const page = pages.find((each) => each.file === data?.translation);
  const isDraft = file !== undefined && valueAt(file.values, 'draft') === 'true';
  const title = [data && titleOf(data.file), languageName(language?.lang ?? '')].filter(Boolean).join(' · ');
  return (
    <View title={title} error={error?.message ?? failed} isLoading={!data && !error}>
      <Problems problems={problems} />
      {page && (
        <Link
          to={`/edit?${new URLSearchParams({ site, path: page.path })}`}
          className={buttonClass('quiet', 'justify-self-start')}
        >
          {words.toPage}
        </Link>
      )}
      {data && <Attention file={data.translation} />}
      {data && !data.there && (
        <div className="card">
          <p>{words.notThere}</p>
          {!me.readOnly && (
            <Button
              kind="primary"
              disabled={busy}
              onClick={() => act('POST', 'translation', { file: data.translation })}
            >
              {words.begin}
            </Button>
          )}
        </div>
      )}
      {isDraft && data && (
        <div className="card">
          <p>{words.hidden}</p>
          {!me.readOnly && (
            <Button onClick={() => queue.change({ file: data.translation, op: 'unset', at: 'draft', old: 'true' })}>
              {words.show}
            </Button>
          )}
        </div>
      )}
      {data?.there && !me.readOnly && units.some(({ state }) => state === 'not recorded') && (
        <Button
          className="justify-self-start"
          disabled={busy}
          onClick={() => act('POST', 'translation', { file: data.translation, take: 'all' })}
        >
          {words.allTranslated}
        </Button>
      )}
      <ul className="grid gap-3">
        {data &&
          units.map((unit) => (
            <UnitFields
              key={unit.path}
              unit={unit}
              placeholder={data.placeholder}
              file={file}
              languages={[of, language?.lang ?? '']}
              isReadOnly={!!me.readOnly}
              onDone={() => act('POST', 'translation', { file: data.translation, at: unit.path })}
            />
          ))}
      </ul>
    </View>
  );
}
