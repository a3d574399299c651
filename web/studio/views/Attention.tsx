import { Link } from 'react-router';
import { useChanges, useSavedFile } from '../api/use-api';
import type { Held } from '../changes/store';
import { useAct, useQueue, useQueueState } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { Alert } from '../ui/Alert';
import { Button, buttonClass } from '../ui/Button';
import { Card } from '../ui/Card';
import { inWords } from '../ui/ChangeWords';
import { Sides } from '../ui/Sides';
import { time } from '../ui/time';
import { words } from '../words';
import { ListedCard } from './ListedCard';
import { textAddress, useTitle, weekAt } from './part';

/** What was typed and waits for a decision: in all files, or in one, there with its conflicts with the folder. */
export function Attention({ file }: { file?: string }) {
  const { held } = useQueueState();
  const { data: changes = [] } = useChanges();
  const { act, error } = useAct();
  const shown = held.filter(({ change }) => !file || change.file === file);
  const steps = shown.reduce<[Held, ...Held[]][]>((all, each) => {
    const i = all.findIndex(([{ change }]) => change.step && change.step === each.change.step);
    const step = all[i];
    return step ? all.with(i, [...step, each]) : all.concat([[each]]);
  }, []);
  return (
    <>
      {steps.map((step) => (
        <HeldCard key={step[0].change.id} step={step} />
      ))}
      {changes
        .filter((change) => change.file === file && change.conflict)
        .map((change) => (
          <ListedCard key={`${change.op} ${change.at}`} changes={[change]} act={act} readOnly={false} />
        ))}
      <Alert>{error}</Alert>
    </>
  );
}

const titles = { conflict: words.clash, refused: words.refused, left: words.left };

/** What was done together is decided together. */
function HeldCard({ step }: { step: [Held, ...Held[]] }) {
  const [{ change, why, by, when, reason }] = step;
  const queue = useQueue();
  const { data: file } = useSavedFile(why === 'left' ? change.file : undefined);
  const there = step.map(({ change, theirs }) =>
    file ? (change.at ? valueAt(file.values, change.at) : file.source) : theirs,
  );
  const title = useTitle();
  const at = step.length > 1 ? weekAt(change.at) : change.at;
  const note = [title(change.file, at), by, when && time(when)].filter(Boolean).join(', ');
  const mine = step.length > 1 ? step.flatMap(({ change }) => change.value ?? []) : change.value;
  function again() {
    queue.drop(step);
    queue.change(...step.map(({ change }) => change));
  }
  return (
    <Card title={titles[why]} note={note}>
      {why === 'refused' && (
        <>
          <p className="break-words text-bad first-letter:uppercase">{reason}</p>
          <p className="line-clamp-6 break-words border-warn border-s-2 ps-3">{inWords(mine)}</p>
          <p className="flex flex-wrap gap-2">
            <Link to={textAddress(change.file, change.at ? {} : { line: '' })} className={buttonClass('quiet')}>
              {change.at ? words.asText : words.editOn}
            </Link>
            <Button onClick={again}>{words.retry}</Button>
            <Button onClick={() => queue.drop(step)}>{words.drop}</Button>
          </p>
        </>
      )}
      {(why === 'conflict' || file) && (
        <Sides
          mine={mine}
          theirs={step.length > 1 ? there.flatMap((value) => value ?? []) : there[0]}
          onTake={(take) => (take === 'mine' ? queue.take(step, there) : queue.drop(step))}
        />
      )}
    </Card>
  );
}
