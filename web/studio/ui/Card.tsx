import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** By whom and when, or where. */
  note?: ReactNode;
  children?: ReactNode;
}

/** One of a list of things that have a title and can be acted on. */
export function Card({ title, note, children }: Props) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} className="break-words font-semibold first-letter:uppercase">
        {title}
      </h2>
      {note && <p className="text-muted text-sm">{note}</p>}
      {children}
    </section>
  );
}
