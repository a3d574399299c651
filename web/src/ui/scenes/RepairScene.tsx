import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Drawing } from '../Drawing';
import type { ChatScene } from './ChatScene';

interface Props extends ComponentProps<typeof ChatScene> {
  drawing?: ComponentProps<typeof Drawing>['drawing'];
  /** The message that each part of the drawing is lit by, counted from 1. */
  steps?: Readonly<Record<string, number>>;
}

/**
 * A conversation about a thing, and the thing taken apart beside it: its parts
 * are lit in the order in which they come up.
 *
 * @lazy
 */
export function RepairScene({ id, title, messages, placeholder, drawing = {}, steps }: Props) {
  return (
    <div className="repair" data-slot="scene" id={id}>
      <figure className="repair-words">
        <figcaption className="flex items-center gap-2.5 text-sm font-medium text-muted">
          <span aria-hidden="true" className="size-2 rounded-full bg-accent ring-4 ring-accent/22" />
          {title}
        </figcaption>
        <ol className="grid grid-cols-1 gap-4">
          {messages.map(({ from, name, text }, index) => (
            <li className="repair-message" key={index}>
              <div className={`repair-bubble repair-${from}`}>
                <span className="text-[0.8125rem] opacity-85">{name}</span>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
        {placeholder && (
          <p
            aria-hidden="true"
            className={clsx(
              'flex items-center gap-2 rounded-button border border-line bg-background/80 px-4.5 py-2.5',
              'text-muted',
            )}
          >
            <span className="chat-caret h-[1.2em] w-[1.5px] bg-primary" />
            {placeholder}
          </p>
        )}
      </figure>
      <Drawing className="repair-drawing" drawing={drawing} steps={steps} />
    </div>
  );
}
