import { useContext } from 'react';
import { Heading, type HeadingSize, SectionTitleId } from './Heading';
import { Words } from './Words';

interface Props {
  eyebrow?: string;
  title?: string;
  level?: 1 | 2;
  size?: HeadingSize;
  /** Classes of the title. */
  className?: string;
}

/** The title by which the section around is named, with the few words above it. */
export function SectionTitle({ eyebrow, title, level = 2, size = 'section', className }: Props) {
  const id = useContext(SectionTitleId);
  return (
    <>
      <Words className="text-sm/[1.4] font-semibold text-accent" slot="eyebrow" text={eyebrow} />
      {title && (
        <Heading className={className} data-slot="title" id={id} level={level} size={size}>
          {title}
        </Heading>
      )}
    </>
  );
}
