import { clsx } from 'clsx';
import { Drawing } from '../Drawing';
import type { DrawnChat } from './chat-parts';

/** A drawing in the place of a window, such as the screen of an app, and what is said there below it. */
export function JournalScene({ id, title, messages, drawing = {} }: DrawnChat) {
  return (
    <figure
      className="journal grid grid-cols-1 gap-4 scroll-mt-[calc(var(--bar)+2rem)] text-fine/normal"
      data-slot="scene"
      data-words="none"
      id={id}
    >
      <Drawing className="journal-drawing" drawing={drawing} />
      <figcaption className="text-muted">{title}</figcaption>
      <ol className="grid grid-cols-1 gap-2">
        {messages.map(({ from, name, text }, index) => (
          <li className={clsx('flex gap-4', from === 'person' && 'text-muted')} key={index}>
            <span className="w-18 flex-none text-muted">{name}</span>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </figure>
  );
}
