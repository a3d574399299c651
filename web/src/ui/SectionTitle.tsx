import { Heading, type HeadingSize } from './Heading';

interface TitleProps {
  /** By which the section is named. */
  id: string;
  eyebrow?: string;
  title?: string;
  level?: 1 | 2;
  size?: HeadingSize;
}

/** The title of a section, with the few words above it. */
export function SectionTitle({ id, eyebrow, title, level = 2, size = 'section' }: TitleProps) {
  return (
    <>
      {eyebrow && (
        <p className="text-sm/[1.4] font-semibold text-accent" data-slot="eyebrow">
          {eyebrow}
        </p>
      )}
      {title && (
        <Heading data-slot="title" id={id} level={level} size={size}>
          {title}
        </Heading>
      )}
    </>
  );
}
