import { phrases } from './phrases';

interface Props {
  text?: string;
  as?: 'p' | 'figcaption';
  className?: string;
  /** What a look knows it as. */
  slot?: string;
}

/** A paragraph of content; nothing where there is none. */
export function Words({ text, as: Element = 'p', className, slot = 'words' }: Props) {
  return text ? (
    <Element className={className || undefined} data-slot={slot}>
      {phrases(text)}
    </Element>
  ) : null;
}
