import { useState } from 'react';
import { Link } from 'react-router';
import useSWR from 'swr';
import { problemsOf } from '../api/client';
import type { Me } from '../api/types';
import { usePages } from '../api/use-api';
import { useAct, useFile, useQueue } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { languageName } from '../language';
import { Button, buttonClass } from '../ui/Button';
import { View } from '../ui/View';
import { Attention } from '../views/Attention';
import { Problems } from '../views/Problems';
import { addressOf, useTitle } from '../views/part';
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
  const { lang = '', of } = me.sites.find(({ id }) => id === site) ?? {};
  const original = me.sites.find(({ id }) => id === of)?.lang ?? '';
  const title = [data && titleOf(data.file), languageName(lang)].filter(Boolean).join(' · ');
  const view = { title, error: error?.message ?? failed };
  const problems = <Problems problems={problemsOf(error)} />;
  if (!data)
    return (
      <View {...view} isLoading={!error}>
        {problems}
      </View>
    );

  const { translation, there, placeholder } = data;
  const page = pages.find((each) => each.file === translation);
  const isDraft = file && valueAt(file.values, 'draft') === 'true';
  const mark = (more: object = {}) => act('POST', 'translation', { file: translation, ...more });
  return (
    <View {...view}>
      {problems}
      {page && (
        <Link to={addressOf('edit', { site, path: page.path })} className={buttonClass('quiet', 'justify-self-start')}>
          {words.toPage}
        </Link>
      )}
      <Attention file={translation} />
      {!there && (
        <div className="card">
          <p>{words.notThere}</p>
          {!me.readOnly && (
            <Button kind="primary" disabled={busy} onClick={() => mark()}>
              {words.begin}
            </Button>
          )}
        </div>
      )}
      {isDraft && (
        <div className="card">
          <p>{words.hidden}</p>
          {!me.readOnly && (
            <Button onClick={() => queue.change({ file: translation, op: 'unset', at: 'draft', old: 'true' })}>
              {words.show}
            </Button>
          )}
        </div>
      )}
      {there && !me.readOnly && units.some(({ state }) => state === 'not recorded') && (
        <Button className="justify-self-start" disabled={busy} onClick={() => mark({ take: 'all' })}>
          {words.allTranslated}
        </Button>
      )}
      <ul className="grid gap-3">
        {units.map((unit) => (
          <UnitFields
            key={unit.path}
            unit={unit}
            placeholder={placeholder}
            file={file}
            languages={[original, lang]}
            isReadOnly={!!me.readOnly}
            onDone={() => mark({ at: unit.path })}
          />
        ))}
      </ul>
    </View>
  );
}
