import { type ReactNode, useId } from 'react';
import { SectionTitleId } from './Heading';

interface Props {
  /** The type of the section, by which looks and the starter know it. */
  type?: string;
  /** Which of its layouts it has. */
  layout?: string;
  /** The side that its picture stands on. */
  side?: string;
  /** Anchor for links. */
  id?: string;
  title?: string;
  /** Says that it shows other pages, and so is no part of an entry in a feed. */
  words?: 'page';
  className: string;
  children?: ReactNode;
}

/** A band of a page. With a title it is a landmark named by its SectionTitle; without one it is no landmark at all. */
export function SectionFrame({ type, layout, side, id, title, words, className, children }: Props) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={className}
      data-layout={layout}
      data-section={type}
      data-side={side}
      data-words={words}
      id={id}
    >
      <SectionTitleId value={title ? titleId : undefined}>{children}</SectionTitleId>
    </section>
  );
}
