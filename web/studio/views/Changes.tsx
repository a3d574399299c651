import { useState } from 'react';
import type { Me, Problem, Published } from '../api/types';
import { useChanges, useMistakes, usePages } from '../api/use-api';
import { useAct } from '../changes/use-queue';
import { Button, buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { clock } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';
import { Attention } from './Attention';
import { ListedCard } from './ListedCard';
import { Problems } from './Problems';
import { grouped, mayPublish, useTitle } from './part';

/** What is not published, before and after: taken back, settled, or published, all of it or that of some files. */
export function Changes({ me }: { me: Me }) {
  const { data: changes = [], isLoading } = useChanges();
  const { act, busy, error, problems } = useAct();
  const { data: pages = [] } = usePages();
  const mistakes = useMistakes();
  const titleOf = useTitle();
  const [left, setLeft] = useState<string[]>([]);
  const [outcome, setOutcome] = useState<{ said: string; held: Problem[]; path: string | undefined }>();
  const files = [...new Set(changes.map(({ file }) => file))];
  const chosen = files.filter((file) => !left.includes(file));

  /** Where visitors see what is published: a page that is, or the first page of its site. */
  const seen =
    pages.find(({ file, draft }) => !draft && chosen.includes(file)) ??
    pages.find(({ site, draft }) => !draft && chosen[0]?.startsWith(`${site.replaceAll('.', '/')}/`));
  const publish = () =>
    act<Published>('POST', 'publish', left.length ? { files: chosen } : {}, ({ live, held }) =>
      setOutcome({
        said: held.length ? words.held : `${words.live} ${clock(live)}`,
        held: held.flatMap((site) => site.problems),
        path: held.length ? undefined : seen?.path,
      }),
    );
  return (
    <View title={words.changesTitle} error={error} isLoading={isLoading}>
      {me.readOnly && <p className="text-warn">{me.readOnly}</p>}
      <p role="status" className="card font-semibold text-xl empty:hidden">
        {busy ? words.working : !error && outcome?.said}
      </p>
      {!busy && !error && outcome?.path && (
        <a href={outcome.path} target="_blank" rel="noreferrer" className={buttonClass('quiet', 'justify-self-start')}>
          {words.seeIt} <Icon name="open" />
        </a>
      )}
      <Problems problems={problems.length ? problems : (outcome?.held ?? mistakes)} />
      <Attention />
      {!isLoading && !files.length && !outcome && <p className="text-muted">{words.nothingToPublish}</p>}
      {files.map((file) => {
        const own = changes.filter((change) => change.file === file);
        return (
          <fieldset key={file} className="grid gap-2">
            <label className="flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                className="size-5"
                checked={!left.includes(file)}
                onChange={({ target }) =>
                  setLeft(target.checked ? left.filter((each) => each !== file) : [...left, file])
                }
              />
              {titleOf(file)}
            </label>
            {grouped(own).map((group) => (
              <ListedCard key={`${group[0].op} ${group[0].at}`} changes={group} act={act} readOnly={!!me.readOnly} />
            ))}
          </fieldset>
        );
      })}
      {files.length > 0 && mayPublish(me) && (
        <p className="sticky bottom-0 bg-ground py-3">
          <Button kind="primary" className="w-full" disabled={busy || !chosen.length} onClick={publish}>
            {words.publish}
          </Button>
        </p>
      )}
    </View>
  );
}
