import { clsx } from 'clsx';
import { Drawing } from '../Drawing';
import { ChatInput, type DrawnChat } from './chat-parts';

/** A conversation on the lines of a page, which come to rest below a drawing. @lazy */
export function JournalScene({ id, title, messages, placeholder, drawing = {} }: DrawnChat) {
  return (
    <div className="journal" data-slot="scene" data-words="none" id={id}>
      <div className="journal-lines">
        <Drawing className="journal-drawing" drawing={drawing} fit="stretch" />
      </div>
      <figure className="journal-page">
        <figcaption className="font-semibold text-accent">{title}</figcaption>
        <ol className="grid grid-cols-1 gap-(--journal-line)">
          {messages.map(({ from, name, text }, index) => (
            <li className={clsx('grid', from === 'app' ? 'text-text' : 'text-muted')} key={index}>
              <span className={clsx('text-sm/(--journal-line)', from === 'app' && 'text-primary')}>{name}</span>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <ChatInput caret="bg-accent" placeholder={placeholder} />
      </figure>
    </div>
  );
}
