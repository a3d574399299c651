import { type ComponentProps, useId } from 'react';
import type { ExampleScene } from './ExampleScene';

interface Props extends Omit<ComponentProps<typeof ExampleScene>, 'output'> {
  /** The output, cut where a note begins or ends. */
  runs?: { text: string; note?: number }[];
  notes?: { label: string; text?: string }[];
}

const label = 'mb-1.5 text-sm/[1.6] font-semibold text-accent';

/**
 * A prompt with notes on its words, which have their numbers. The pointer and the keyboard light the words and their
 * note.
 *
 */
export function PromptScene({ id, title, inputLabel, input, outputLabel, runs = [], notes = [] }: Props) {
  const own = useId();
  return (
    <div className="prompt" id={id}>
      <figure className="prompt-sheet" data-slot="scene" data-words="none">
        <figcaption className="prompt-title text-sm/[1.6] font-medium text-muted">{title}</figcaption>
        <dl>
          <div className="prompt-input">
            <dt className={label}>{inputLabel}</dt>
            <dd>{input}</dd>
          </div>
          <div className="prompt-output spark">
            <dt className={label}>{outputLabel}</dt>
            <dd className="prompt-words">
              {runs.map(({ text, note }, index) =>
                note ? (
                  <a
                    aria-describedby={`${own}${note}`}
                    className="prompt-phrase"
                    data-note={note}
                    href={`#${own}${note}`}
                    key={index}
                  >
                    {text}
                  </a>
                ) : (
                  text
                ),
              )}
            </dd>
          </div>
        </dl>
        <ol className="prompt-notes grid grid-fit-52 gap-x-6 gap-y-5">
          {notes.map(({ label, text }, index) => (
            <li className="prompt-note" data-note={index + 1} key={index}>
              <div className="prompt-note-words" id={`${own}${index + 1}`}>
                <p className="prompt-note-label font-semibold">{label}</p>
                {text && <p className="prompt-note-text">{text}</p>}
              </div>
            </li>
          ))}
        </ol>
      </figure>
    </div>
  );
}
