import { Link, useMatch } from 'react-router';
import type { Me } from '../api/types';
import { useChanges } from '../api/use-api';
import { isAuthor } from '../areas';
import { useQueue, useQueueState, withChanges } from '../changes/use-queue';
import { buttonClass, IconButton } from '../ui/Button';
import { words } from '../words';
import { grouped, mayPublish } from './part';

interface Props {
  me: Me;
  onMenu: (() => void) | undefined;
}

/** The bar: below the thumb on a phone, at the top of a wide screen. */
export const Bar = (props: Props) => (
  <header className="bar">
    {props.onMenu ? (
      <IconButton icon="menu" label={words.menu} onClick={props.onMenu} />
    ) : (
      <b className="px-3">{words.studio}</b>
    )}
    {isAuthor(props.me) ? <Work {...props} /> : <span className="truncate px-2">{words.inquiries}</span>}
  </header>
);

/** What is going on with changes, and the ways to take them back and to publish them. */
function Work({ me, onMenu }: Props) {
  const { data = [] } = useChanges();
  const queue = useQueue();
  const { pending, held, status, kept, undoable, redoable } = useQueueState();
  const changes = withChanges(data, pending);
  const count = grouped(changes).length;
  const isListed = useMatch('/changes') !== null;
  const hint = useMatch('/edit') && onMenu ? words.touch : '';
  const isSaved = !pending.length && status === 'saved';
  /** What is going on with what was typed; the most urgent first. */
  const said =
    (!kept && words.unkept) ||
    ((held.length > 0 || changes.some(({ conflict }) => conflict)) && words.needsYou) ||
    (status === 'signed-out' && words.signedOut) ||
    (status === 'unreachable' && words.unreachable) ||
    (pending.length > 0 && words.saving);
  return (
    <>
      <Link to="/changes" className={buttonClass('plain', 'min-w-0 grow max-lg:order-1 lg:justify-end')}>
        <span className="grid min-w-0 leading-tight lg:flex lg:flex-row-reverse lg:gap-3">
          <span className="truncate empty:hidden">
            {count ? `${count} ${count === 1 ? words.change : words.changes}` : !said && words.nothingToPublish}
          </span>
          <span role="status" className="line-clamp-2 text-muted text-sm">
            {me.readOnly || said || (isSaved ? words.saved : !count && hint)}
          </span>
        </span>
      </Link>
      <IconButton icon="undo" label={words.undo} disabled={!undoable} onClick={() => queue.undo()} />
      {(redoable || !onMenu) && (
        <IconButton icon="redo" label={words.redo} disabled={!redoable} onClick={() => queue.redo()} />
      )}
      {count > 0 && !isListed && mayPublish(me) && (
        <Link to="/changes" className={buttonClass('primary', 'order-2')}>
          {words.publish}
        </Link>
      )}
    </>
  );
}
