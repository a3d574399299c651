import { Link, useMatch } from 'react-router';
import type { Me } from '../api/types';
import { useChanges } from '../api/use-api';
import type { QueueState } from '../changes/queue';
import { useQueue, useQueueState } from '../changes/use-queue';
import { buttonClass, IconButton } from '../ui/Button';
import { words } from '../words';

/** What is going on with what was typed, in words; the most urgent first. */
function status({ status, pending, held, kept }: QueueState): string {
  if (!kept) return words.unkept;
  if (held.length) return words.needsYou;
  if (status === 'signed-out') return words.signedOut;
  if (status === 'unreachable') return words.unreachable;
  if (pending.length) return words.saving;
  return status === 'saved' ? words.saved : '';
}

interface Props {
  me: Me;
  onMenu: (() => void) | undefined;
}

/** The bar: below the thumb on a phone, at the top of a wide screen. */
export function Bar({ me, onMenu }: Props) {
  const { data: changes = [] } = useChanges();
  const queue = useQueue();
  const state = useQueueState();
  const isListed = useMatch('/changes') !== null;
  const hint = useMatch('/edit') && onMenu ? words.touch : '';
  const unlisted = state.pending.filter(
    ({ file, at }) => !changes.some((each) => each.file === file && each.at === at),
  );
  const count = changes.length + new Set(unlisted.map(({ file, at }) => `${file} ${at}`)).size;
  const said = status(state);
  return (
    <header className="bar">
      {onMenu ? <IconButton icon="menu" label={words.menu} onClick={onMenu} /> : <b className="px-3">{words.studio}</b>}
      <Link to="/changes" className={buttonClass('plain', 'min-w-0 grow max-lg:order-1 lg:justify-end')}>
        <span className="grid min-w-0 leading-tight lg:flex lg:flex-row-reverse lg:gap-3">
          <span className="truncate empty:hidden">
            {count ? words.changes(count) : (!said || said === words.saved) && words.nothingToPublish}
          </span>
          <span role="status" className="line-clamp-2 text-muted text-sm">
            {me.readOnly || said || (!count && hint)}
          </span>
        </span>
      </Link>
      <IconButton icon="undo" label={words.undo} disabled={!state.undoable} onClick={() => queue.undo()} />
      {(state.redoable || !onMenu) && (
        <IconButton icon="redo" label={words.redo} disabled={!state.redoable} onClick={() => queue.redo()} />
      )}
      {count > 0 && !isListed && !me.readOnly && (me.role === 'owner' || me.role === 'editor') && (
        <Link to="/changes" className={buttonClass('primary', 'order-2')}>
          {words.publish}
        </Link>
      )}
    </header>
  );
}
