import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  /** A surface that lies on the page. */
  surface: 'card',
  /** The one that stands out among its neighbours. */
  featured: 'card card-featured',
} as const;

interface Props {
  as?: 'div' | 'li' | 'article' | 'aside';
  tone?: keyof typeof tones;
  className?: string;
  'data-slot'?: string;
  children: ReactNode;
}

/** A surface that holds what belongs together. A link of the class card-link in it makes all of it clickable. */
export function Card({ as: Element = 'div', tone = 'surface', className, ...rest }: Props) {
  return (
    <Element data-slot={Element === 'li' ? 'item' : undefined} {...rest} className={clsx(tones[tone], className)} />
  );
}
