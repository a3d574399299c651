import { clsx } from 'clsx';

interface Props {
  /** Anchor for links. */
  id?: string;
  title: string;
  inputLabel: string;
  input: string;
  outputLabel: string;
  output: string;
}

const label = 'mb-1.5 text-sm/normal font-semibold';

/** An input and what becomes of it, joined by a drawn line. Without motion both stand complete. */
export function ExampleScene({ id, title, inputLabel, input, outputLabel, output }: Props) {
  return (
    <figure className="scene" data-slot="scene" data-words="none" id={id}>
      <figcaption className="scene-bar">{title}</figcaption>
      <dl className="grid grid-cols-1">
        <div className="px-5 pt-6 pb-7">
          <dt className={clsx(label, 'text-accent')}>{inputLabel}</dt>
          <dd className="text-muted">{input}</dd>
        </div>
        <div data-slot="output" className="example-output spark bg-tint-strong px-5 pt-8 pb-6">
          <dt className={label}>{outputLabel}</dt>
          <dd className="font-medium">
            <span className="types rtl:bg-[position:100%_0]">{output}</span>
          </dd>
        </div>
      </dl>
    </figure>
  );
}
