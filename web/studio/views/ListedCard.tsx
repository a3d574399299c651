import type { Listed } from '../api/types';
import type { useAct } from '../changes/use-queue';
import { Thumbnail } from '../media/Thumbnail';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { ChangeWords } from '../ui/ChangeWords';
import { Sides } from '../ui/Sides';
import { time } from '../ui/time';
import { words } from '../words';
import { isRecord, useTitle, weekAt } from './part';

interface Props {
  /** What is taken back as one. */
  changes: [Listed, ...Listed[]];
  act: ReturnType<typeof useAct>['act'];
  readOnly: boolean;
}

/** What is not published of a value, before and after: it is taken back, or settled where the file says otherwise. */
export function ListedCard({ changes, act, readOnly }: Props) {
  const titleOf = useTitle();
  const [{ file, op, at, to, value, conflict }] = changes;
  const authors = [...new Set(changes.map(({ by }) => by))].join(', ');
  const last = changes.reduce((one, other) => (one.when > other.when ? one : other));
  const note = `${authors}, ${time(last.when)}`;
  const seen = changes.map((change) => ({ op: change.op, at: change.at, to: change.to, value: change.value }));
  if (conflict)
    return (
      <Card title={titleOf(file, at)} note={note}>
        <p>{`${words.clash} (${conflict.by}, ${time(conflict.when)})`}</p>
        <Sides
          mine={value}
          theirs={conflict.theirs}
          onTake={(take) => act('POST', 'changes/settle', { file, op, at, to, value, take })}
        />
      </Card>
    );
  const title = isRecord(file) ? '' : changes.length > 1 ? weekAt(at) : at;
  return (
    <Card title={titleOf(file, title)} note={note}>
      {/^[^/]+\/images\/.*\.\w+$/.test(file) && op === 'set' && (
        <Thumbnail file={file.replace(/\/.*/, '/site.yaml')} src={file.replace(/^[^/]+\//, '')} />
      )}
      {isRecord(file) && <p className="text-muted">{words.marked}</p>}
      {(isRecord(file) ? [] : changes).map((change) => (
        <ChangeWords key={`${change.op} ${change.at}`} {...change} />
      ))}
      {!readOnly && <Button onClick={() => act('DELETE', 'changes', { file, changes: seen })}>{words.takeBack}</Button>}
    </Card>
  );
}
