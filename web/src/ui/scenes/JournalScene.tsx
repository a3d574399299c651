import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Drawing } from '../Drawing';
import type { ChatScene } from './ChatScene';

interface Props extends ComponentProps<typeof ChatScene> {
  drawing?: ComponentProps<typeof Drawing>['drawing'];
}

/** A conversation on the lines of a page, which come to rest below a drawing. @lazy */
export function JournalScene({ id, title, messages, placeholder, drawing = {} }: Props) {
  return (
    <div className="journal" data-slot="scene" id={id}>
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
        {placeholder && (
          <p aria-hidden="true" className="flex items-center gap-2 text-muted">
            <span className="chat-caret h-[1.2em] w-[1.5px] bg-accent" />
            {placeholder}
          </p>
        )}
      </figure>
    </div>
  );
}
