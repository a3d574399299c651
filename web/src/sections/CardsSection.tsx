import { clsx } from 'clsx';
import type { Card as CardContent, Cards } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { SiteLink } from '../links/SiteLink';
import { Card } from '../ui/Card';
import { Chip } from '../ui/Chip';
import { ItemHeading } from '../ui/Heading';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { FieldScene } from '../ui/scenes/FieldScene';
import { Words } from '../ui/Words';
import { columnsClass } from './columns';
import { Points } from './Points';

const bento = 'grid grid-cols-1 gap-(--grid-gap) md:grid-cols-2 lg:auto-rows-[minmax(15rem,auto)] lg:grid-cols-6';

export function CardsSection({ items, layout = 'grid', columns, actions, ...head }: Cards) {
  const Item = { grid: GridCard, bento: BentoCard, list: Row, numbered: GridCard }[layout];
  const grid = columnsClass(columns, items.length);
  const list = { grid, bento, list: undefined, numbered: grid }[layout];
  return (
    <Section {...head} layout={layout} head={layout === 'list' && head.text ? 'rows' : 'split'}>
      <ul className={list} data-slot="items">
        {items.map((item, index) => (
          <Item index={index} item={item} key={index} last={index === items.length - 1} />
        ))}
      </ul>
      <Actions className="mt-(--head-space)" links={actions} />
    </Section>
  );
}

interface ItemProps {
  item: CardContent;
  index: number;
  last: boolean;
}

/** A picture from edge to edge above the words. */
function GridCard({ item }: ItemProps) {
  return (
    <Card as="li" className="flex flex-col gap-3.5">
      {item.image && (
        <div className="-mx-(--card-space) -mt-(--card-space) mb-2">
          <Picture className="aspect-3/2 rounded-t-[calc(var(--radius)-1px)] object-cover" image={item.image} />
        </div>
      )}
      <CardWords item={item} titleClass="gap-5" wordsClass="flex-1" />
    </Card>
  );
}

/** One of a board in two columns, on large screens in six: two and four in turn, and all for a last one alone. */
function BentoCard({ item, index, last }: ItemProps) {
  const alone = last && index % 2 === 0;
  const large = alone || index % 4 === 0 || index % 4 === 3;
  const span = alone ? 'col-span-full' : large ? 'lg:col-span-4' : 'lg:col-span-2';
  const columns = 'grid-cols-2 grid-rows-[1fr_auto] gap-x-8 lg:grid';
  const beside = 'inset-y-0 end-0 lg:absolute lg:m-0 lg:h-full lg:w-1/2';
  return (
    <Card as="li" className={clsx('relative isolate flex flex-col gap-3.5 overflow-hidden', span, large && columns)}>
      {item.image ? (
        <div
          className={clsx(
            'relative -mx-(--card-space) -mt-(--card-space) mb-2 aspect-3/2',
            large && 'col-start-2 row-span-full lg:-mb-(--card-space) lg:ms-0 lg:aspect-auto',
          )}
        >
          <Picture className="absolute inset-0 h-full object-cover" image={item.image} />
        </div>
      ) : (
        <FieldScene
          className={clsx(
            '-z-1 -mt-(--card-space) -me-(--card-space) mb-1 ms-auto h-40 w-[calc(100%+var(--card-space))]',
            'overflow-visible',
            large && beside,
          )}
          icon={item.icon}
          index={index}
        />
      )}
      <CardWords
        headingClass={large ? 'lg:text-(length:--size-large)' : undefined}
        item={item.image ? item : { ...item, icon: undefined }}
        titleClass={large ? 'gap-5 lg:self-end' : 'gap-5 lg:mt-auto'}
        wordsClass={large ? 'col-start-1' : undefined}
      />
    </Card>
  );
}

/** Title on the left, words on the right. */
function Row({ item }: ItemProps) {
  return (
    <li
      data-slot="item"
      className={clsx(
        'linkable relative grid grid-cols-1 gap-x-12 gap-y-3 border-t border-rule py-8 last:border-b',
        'has-[.card-link:hover]:border-primary md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
        item.image && 'md:grid-rows-[auto_1fr]',
      )}
    >
      {item.image && <Picture className="aspect-3/2 rounded-card object-cover md:row-span-2" image={item.image} />}
      <CardWords
        headingClass="first:col-span-full"
        item={item}
        titleClass="grid-cols-[auto_minmax(0,1fr)] items-center gap-5 self-start"
      />
    </li>
  );
}

interface WordsProps {
  item: CardContent;
  /** Classes of what stands around sign and heading, of the heading, and of what stands around the rest. */
  titleClass: string;
  headingClass?: string;
  wordsClass?: string;
}

function CardWords({ item, titleClass, headingClass, wordsClass }: WordsProps) {
  const { icon, title, text, points, link } = item;
  return (
    <>
      <div className={clsx('grid justify-items-start', titleClass)}>
        <Chip icon={icon} />
        <ItemHeading className={headingClass}>{title}</ItemHeading>
      </div>
      {(text || points || link) && (
        <div
          data-slot="body"
          className={clsx('grid grid-cols-1 content-start justify-items-start gap-4 text-muted', wordsClass)}
        >
          <Words text={text} />
          <Points items={points} />
          {link && <SiteLink className="card-link self-end" link={link} variant={link.style ?? 'text'} />}
        </div>
      )}
    </>
  );
}
