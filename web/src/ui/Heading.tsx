import { clsx } from 'clsx';
import { createContext, type ReactNode, useContext } from 'react';
import { longest, titlePhrases, unbroken } from './phrases';

const sizes = {
  display: 'heading-display text-display',
  page: 'text-page',
  section: 'text-section',
  large: 'text-large',
  item: 'text-item',
  small: 'font-text text-[1.0625rem]/[1.4] font-semibold tracking-[-0.005em]',
  tiny: 'font-text text-[1rem]/[1.4] font-semibold tracking-[-0.005em]',
} as const;

/** The same tracking once more: words that are set smaller have that of their own size. */
const tracking: Record<keyof typeof sizes, string> = {
  display: 'tracking-(--display-tracking)',
  page: 'tracking-(--display-tracking)',
  section: 'tracking-(--heading-tracking)',
  large: 'tracking-(--heading-tracking)',
  item: 'tracking-[-0.012em]',
  small: 'tracking-[-0.005em]',
  tiny: 'tracking-[-0.005em]',
};

export type HeadingSize = keyof typeof sizes;

interface Props {
  /** Place in the outline of the page; how large it is drawn is another matter. */
  level: 1 | 2 | 3 | 4;
  size: HeadingSize;
  id?: string;
  className?: string;
  'data-slot'?: string;
  children: ReactNode;
}

export function Heading({ level, size, className, children, ...rest }: Props) {
  const Element = `h${level}` as const;
  const words = typeof children === 'string' && titlePhrases(children, size === 'display' ? 12 : 24);
  const fits = words && unbroken(longest(children as string), size === 'display' ? 10 : 12);
  return (
    <Element {...rest} className={clsx(sizes[size], fits, className)}>
      {fits ? <span className={clsx('fitted', tracking[size])}>{words}</span> : words || children}
    </Element>
  );
}

const ItemLevel = createContext<2 | 3>(2);

/** Sets the level of item headings: 3 below a titled section, else 2, so that no level is skipped. */
export const ItemLevelProvider = ItemLevel.Provider;

/** The id of the title that the section around has, by which a group in it may be named. */
export const SectionTitleId = createContext<string | undefined>(undefined);

type ItemProps = Omit<Props, 'level' | 'size'> & { size?: HeadingSize };

/** The heading of one item among others in a section. */
export function ItemHeading({ size = 'item', ...rest }: ItemProps) {
  return <Heading data-slot="name" {...rest} level={useContext(ItemLevel)} size={size} />;
}

/** A heading one level below the item headings. */
export function SubHeading({ size = 'small', ...rest }: ItemProps) {
  return <Heading data-slot="name" {...rest} level={useContext(ItemLevel) === 3 ? 4 : 3} size={size} />;
}
