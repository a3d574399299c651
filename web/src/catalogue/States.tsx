import type { ReactNode } from 'react';

interface Props {
  title?: string;
  /** What is shown, by the name of its state. */
  states: Record<string, ReactNode>;
}

/** One thing in all its states, each with its name. A state of the pointer or the focus is shown by `data-shown`. */
export function States({ title, states }: Props) {
  return (
    <div className="catalogue-states">
      {title && <p className="catalogue-states-title">{title}</p>}
      <dl>
        {Object.entries(states).map(([name, example]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
