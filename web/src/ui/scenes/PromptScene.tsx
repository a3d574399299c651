import { useId } from 'react';

interface Props {
  /** Anchor for links. */
  id?: string;
  title: string;
  inputLabel: string;
  input: string;
  outputLabel: string;
  /** The output, cut where a note begins or ends. */
  runs?: { text: string; note?: number }[];
  notes?: { label: string; text?: string }[];
}

/** A prompt with notes in its margin. Each note is tied to its words; the pointer and the keyboard light both. */
export function PromptScene({ id, title, inputLabel, input, outputLabel, runs = [], notes = [] }: Props) {
  const own = useId();
  const noteId = (note: number) => `${own}-${note}`;
  return (
    <figure className="scene" id={id}>
      <figcaption className="scene-bar">{title}</figcaption>
      <dl className="grid grid-cols-1">
        <div className="px-5 pt-6 pb-7">
          <dt>{inputLabel}</dt>
          <dd className="text-muted">{input}</dd>
        </div>
        <div className="example-output relative bg-tint-strong px-5 pt-8 pb-6">
          <dt>{outputLabel}</dt>
          <dd className="font-medium">
            {runs.map(({ text, note }) =>
              note ? (
                <a href={`#${noteId(note)}`} key={text}>
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </dd>
        </div>
      </dl>
      <ol>
        {notes.map(({ label, text }, index) => (
          <li id={noteId(index + 1)} key={label}>
            {label} {text}
          </li>
        ))}
      </ol>
    </figure>
  );
}
