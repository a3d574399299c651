import type { ReactNode } from 'react';
import { phrases } from './phrases';

interface Props {
  text?: string;
  as?: 'p' | 'figcaption';
  className?: string;
  /** What a look knows it as. */
  slot?: string;
  /** What follows the text in the paragraph. */
  children?: ReactNode;
}

/** A paragraph of content; nothing where there is none. */
export function Words({ text, as: Element = 'p', className, slot = 'words', children }: Props) {
  return text || children ? (
    <Element className={className || undefined} data-slot={slot}>
      {text && phrases(text)}
      {children}
    </Element>
  ) : null;
}
