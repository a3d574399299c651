import { clsx } from 'clsx';
import { Drawing } from '../Drawing';
import { ChatInput, type DrawnChat, light } from './chat-parts';

interface Props extends DrawnChat {
  /** The message that each part of the drawing is lit by, counted from 1. */
  steps?: Readonly<Record<string, number>>;
}

const places = { app: '', person: 'max-sm:justify-self-end' };

const bubbles = {
  app: 'rounded-es-[0.25rem] border-edge bg-surface',
  person: 'rounded-ee-[0.25rem] border-transparent bg-primary text-on-primary print:border-line',
};

/** A conversation about a thing, whose parts beside it are lit in the order in which they come up. */
export function RepairScene({ id, title, messages, placeholder, drawing = {}, steps }: Props) {
  return (
    <div className="repair" data-slot="scene" data-words="none" id={id}>
      <figure className="grid gap-6">
        <figcaption className="flex items-center gap-2.5 text-sm font-medium text-muted">
          {light}
          {title}
        </figcaption>
        <ol className="grid grid-cols-1 gap-4">
          {messages.map(({ from, name, text }, index) => (
            <li className={clsx('max-sm:max-w-[88%]', places[from])} data-step={index + 1} key={index}>
              <div
                className={clsx(
                  'repair-bubble rounded-[min(var(--radius),1.125rem)] border px-4.5 py-3',
                  bubbles[from],
                )}
              >
                <span className="text-[0.8125rem] opacity-85">{name}</span>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <ChatInput
          className="rounded-button border border-line bg-background/80 px-4.5 py-2.5"
          placeholder={placeholder}
        />
      </figure>
      <Drawing className="repair-drawing overflow-visible" drawing={drawing} steps={steps} />
    </div>
  );
}
