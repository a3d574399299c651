import { time } from '../ui/time';
import type { Listed } from './types';
import { words } from './words';

/** What is to be known of an inquiry before it is read. */
export function Badges({ inquiry: { state, handling, zone } }: { inquiry: Listed }) {
  const marks = [
    state === 'suspect' && { text: words.isHeld, tone: 'text-warn' },
    state === 'unconfirmed' && { text: words.notConfirmed, tone: 'text-muted' },
    (state === 'dead' || state === 'parked') && { text: words.failed, tone: 'text-bad' },
    handling.startsAt && { text: `${words.appointment}: ${time(handling.startsAt, zone)}`, tone: 'text-good' },
    handling.answeredAt && { text: words.answered, tone: 'text-muted' },
    handling.doneAt && { text: words.done, tone: 'text-good' },
    handling.assigned && { text: handling.assigned, tone: 'text-muted' },
  ].filter((mark) => !!mark);
  return (
    <span className="flex min-w-0 flex-wrap gap-1 empty:hidden">
      {marks.map(({ text, tone }) => (
        <span key={text} className={`max-w-full wrap-anywhere rounded-md border border-line px-2 text-sm ${tone}`}>
          {text}
        </span>
      ))}
    </span>
  );
}
