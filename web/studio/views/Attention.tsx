import { Link } from 'react-router';
import { useSavedFile } from '../api/use-api';
import type { Held } from '../changes/store';
import { useQueue, useQueueState } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { buttonClass } from '../ui/Button';
import { Card } from '../ui/Card';
import { Sides } from '../ui/Sides';
import { time } from '../ui/time';
import { words } from '../words';
import { textAddress, useTitle } from './part';

/** What was typed and waits for a decision: of one file, or of all. */
export function Attention({ file }: { file?: string }) {
  const { held } = useQueueState();
  const shown = held.filter(({ change }) => !file || change.file === file);
  return shown.map((each) => <HeldCard key={each.change.id} held={each} />);
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
