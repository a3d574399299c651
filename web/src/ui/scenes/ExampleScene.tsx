interface Props {
  /** Anchor for links. */
  id?: string;
  title: string;
  inputLabel: string;
  input: string;
  outputLabel: string;
  output: string;
}

/** An input and what becomes of it, joined by a drawn line. Without motion both stand complete. */
export function ExampleScene({ id, title, inputLabel, input, outputLabel, output }: Props) {
  return (
    <figure className="scene example" id={id}>
      <figcaption className="scene-bar">{title}</figcaption>
      <dl className="example-parts">
        <div className="example-input">
          <dt>{inputLabel}</dt>
          <dd>{input}</dd>
        </div>
        <div className="example-output">
          <dt>{outputLabel}</dt>
          <dd>
            <span className="types">{output}</span>
          </dd>
        </div>
      </dl>
    </figure>
  );
}
