import { type ReactNode, useId } from 'react';
import { Heading, ItemLevelProvider } from './Heading';
import { phrases } from './phrases';

const heads = {
  /** Title and text on the left, one below the other. */
  start: { head: '', text: '' },
  /** Title on the left, text on the right of the same line. */
  split: {
    head: 'wide:max-w-none wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] wide:items-end wide:gap-16',
    text: 'wide:w-[min(100%,26rem)] wide:justify-self-end',
  },
  /** Like it, above rows: the text stands over the words in them. */
  rows: {
    head: 'wide:max-w-none wide:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] wide:items-baseline wide:gap-12',
    text: 'wide:w-[min(100%,26rem)]',
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

interface Props {
  /** The type of the section, by which looks and the starter know it. */
  type?: string;
  /** Which of its layouts it has. */
  layout?: string;
  /** Anchor for links. */
  id?: string;
  eyebrow?: string;
  title?: string;
  text?: string;
  head?: keyof typeof heads;
  tone?: keyof typeof tones;
  /** Puts the head into a column beside the content, where it stays while the content scrolls. */
  beside?: boolean;
  /** Stands below the head in that column, and stays there instead of it; on a narrow screen it follows the content. */
  aside?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/**
 * One band of a page: its head, and what it holds. With a title it is a
 * landmark named by the title; without one it is no landmark at all.
 */
export function Section({
  type,
  layout,
  id,
  eyebrow,
  title,
  text,
  head = 'start',
  tone = 'plain',
  beside,
  aside,
  className,
  children,
}: Props) {
  const titleId = useId();
  const hasHead = Boolean(eyebrow || title || text);
  const besides = beside && (hasHead || Boolean(aside));
  // A title alone has the line to itself.
  const look = heads[text || head === 'center' || head === 'label' ? head : 'start'];
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={className ? `${tones[tone]} ${className}` : tones[tone]}
      data-layout={layout}
      data-section={type}
      id={id}
    >
      <div
        className={`wrap ${besides ? 'wide:grid wide:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] wide:items-start wide:gap-x-[clamp(3rem,5vw,6rem)]' : ''} ${aside ? 'wide:grid-rows-[auto_1fr]' : ''}`.trim()}
      >
        {hasHead && (
          <header
            data-slot="head"
            className={`grid max-w-[46rem] grid-cols-1 gap-5 ${head === 'label' ? 'mb-8' : 'mb-(--head-space)'} ${look.head} ${besides && !aside ? 'wide:mb-0 wide:sticky wide:top-[calc(var(--bar)+2rem)]' : ''}`.trim()}
          >
            <div className="grid grid-cols-1 gap-3.5">
              {eyebrow && (
                <p className="text-sm/[1.4] font-semibold text-accent" data-slot="eyebrow">
                  {eyebrow}
                </p>
              )}
              {title && (
                <Heading data-slot="title" id={titleId} level={2} size={head === 'label' ? 'small' : 'section'}>
                  {title}
                </Heading>
              )}
            </div>
            {text && (
              <p className={`text-lead text-balance text-muted ${look.text}`.trim()} data-slot="text">
                {phrases(text)}
              </p>
            )}
          </header>
        )}
        <ItemLevelProvider value={title ? 3 : 2}>
          <div className={aside ? 'wide:col-start-2 wide:row-span-2 wide:row-start-1' : undefined}>{children}</div>
          {aside && (
            <div data-slot="aside" className="mt-12 wide:sticky wide:top-[calc(var(--bar)+2rem)] wide:mt-0">
              {aside}
            </div>
          )}
        </ItemLevelProvider>
      </div>
    </section>
  );
}
