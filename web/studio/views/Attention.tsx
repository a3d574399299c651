import { Link } from 'react-router';
import { useChanges, useSavedFile } from '../api/use-api';
import type { Held } from '../changes/store';
import { useAct, useQueue, useQueueState } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { buttonClass } from '../ui/Button';
import { Card } from '../ui/Card';
import { Sides } from '../ui/Sides';
import { time } from '../ui/time';
import { words } from '../words';
import { ListedCard } from './ListedCard';
import { textAddress, useTitle } from './part';

/** What was typed and waits for a decision: in all files, or in one, there with what differs from the folder. */
export function Attention({ file }: { file?: string }) {
  const { held } = useQueueState();
  const { data: changes = [] } = useChanges();
  const { act, error } = useAct();
  return (
    <>
      {held
        .filter(({ change }) => !file || change.file === file)
        .map((each) => (
          <HeldCard key={each.change.id} held={each} />
        ))}
      {changes
        .filter((change) => change.file === file && change.conflict)
        .map((change) => (
          <ListedCard key={`${change.op} ${change.at}`} changes={[change]} act={act} readOnly={false} />
        ))}
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </>
  );
}

const titles = { conflict: words.clash, refused: words.refused, left: words.left };

function HeldCard({ held }: { held: Held }) {
  const { change, why, by, when, reason } = held;
  const queue = useQueue();
  const { data: file } = useSavedFile(why === 'left' ? change.file : undefined);
  const there = file ? (change.at ? valueAt(file.values, change.at) : file.source) : held.theirs;
  const title = useTitle();
  const note = [title(change.file, change.at), by, when && time(when), reason].filter(Boolean).join(', ');
  return (
    <Card title={titles[why]} note={note}>
      {why === 'refused' && (
        <Link to={textAddress(change.file)} className={buttonClass('quiet')}>
          {words.asText}
        </Link>
      )}
      {(why !== 'left' || file) && (
        <Sides
          mine={change.value}
          theirs={there}
          onTake={(take) => (take === 'mine' ? queue.take(held, there) : queue.drop(held))}
        />
      )}
    </Card>
  );
}
