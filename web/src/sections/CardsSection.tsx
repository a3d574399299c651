import { clsx } from 'clsx';
import type { Cards } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Card } from '../ui/Card';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { BentoCard, board } from './BentoCard';
import { CardWords, type ItemProps } from './CardWords';
import { columnsClass } from './columns';

export function CardsSection({ items, layout = 'grid', columns, actions, ...head }: Cards) {
  const Item = { grid: GridCard, bento: BentoCard, list: Row, numbered: GridCard }[layout];
  const grid = columnsClass(columns, items.length);
  const list = { grid, bento: board, list: undefined, numbered: grid }[layout];
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

/** Title on the left, words on the right. */
function Row({ item }: ItemProps) {
  return (
    <li
      data-slot="item"
      className={clsx(
        'linkable relative grid grid-cols-1 gap-x-12 gap-y-3 border-t border-rule py-8 last:border-b',
        'has-[.card-link:hover]:border-primary md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
        item.image ? 'md:grid-rows-[auto_1fr]' : 'md:items-center',
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
