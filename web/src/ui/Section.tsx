import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { ItemLevelProvider } from './Heading';
import { SectionFrame } from './SectionFrame';
import { SectionTitle } from './SectionTitle';
import { Words } from './Words';

const heads = {
  /** Title and text on the left, one below the other. */
  start: { head: '', text: '' },
  /** Title on the left, text on the right of the same line. */
  split: {
    head: 'lg:max-w-none lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-end lg:gap-16',
    text: 'lg:w-[min(100%,26rem)] lg:justify-self-end',
  },
  /** Like it, above rows: the text stands over the words in them. */
  rows: {
    head: 'lg:max-w-none lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-baseline lg:gap-12',
    text: 'lg:w-[min(100%,26rem)]',
  },
  center: {
    head: 'mx-auto justify-items-center text-center *:justify-items-center',
    text: '',
  },
  /** Small and quiet, over what speaks for itself. */
  label: { head: 'mx-auto justify-items-center text-center text-muted *:justify-items-center', text: '' },
} as const;

const tones = {
  plain: 'section',
  /** A band of another shade across the window. */
  band: 'section section-band',
  /** Half the room above and below. */
  slim: 'section section-slim',
} as const;

interface Props extends Omit<ComponentProps<typeof SectionFrame>, 'className'> {
  eyebrow?: string;
  text?: string;
  head?: keyof typeof heads;
  tone?: keyof typeof tones;
  /** Puts the head into a column beside the content, where it stays while the content scrolls. */
  beside?: boolean;
  /** Stands below the head in that column, and stays there instead of it; on a narrow screen it follows the content. */
  aside?: ReactNode;
  className?: string;
}

/** One band of a page: its head, and what it holds. */
export function Section({
  eyebrow,
  text,
  head = 'start',
  tone = 'plain',
  beside,
  aside,
  className,
  children,
  ...frame
}: Props) {
  const { title } = frame;
  const hasHead = Boolean(eyebrow || title || text);
  const besides = beside && (hasHead || Boolean(aside));
  // A title alone has the line to itself.
  const look = heads[text || head === 'center' || head === 'label' ? head : 'start'];
  return (
    <SectionFrame {...frame} className={clsx(tones[tone], className)}>
      <div className={clsx('wrap', besides && 'beside', aside && 'lg:grid-rows-[auto_1fr]')}>
        {hasHead && (
          <header
            data-slot="head"
            className={clsx(
              'grid max-w-[46rem] grid-cols-1 gap-5',
              head === 'label' ? 'mb-8' : 'mb-(--head-space)',
              look.head,
              besides && !aside && 'lg:mb-0 lg:sticky lg:top-[calc(var(--bar)+2rem)]',
            )}
          >
            <div className="grid w-full grid-cols-1 gap-3.5">
              <SectionTitle eyebrow={eyebrow} size={head === 'label' ? 'small' : 'section'} title={title} />
            </div>
            <Words slot="text" className={clsx('text-lead text-balance text-muted', look.text)} text={text} />
          </header>
        )}
        <ItemLevelProvider value={title ? 3 : 2}>
          <div className={aside ? 'lg:col-start-2 lg:row-span-2 lg:row-start-1' : undefined}>{children}</div>
          {aside && (
            <div data-slot="aside" className="mt-12 lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:mt-0">
              {aside}
            </div>
          )}
        </ItemLevelProvider>
      </div>
    </SectionFrame>
  );
}
