import { clsx } from 'clsx';
import type { EntryCard, EntryFact } from '../content/types.gen';
import { RichText } from '../links/RichText';
import { SiteLink } from '../links/SiteLink';
import { Card } from '../ui/Card';
import { type HeadingSize, ItemHeading } from '../ui/Heading';
import { Picture } from '../ui/Picture';
import { Words } from '../ui/Words';
import { columnsClass } from './columns';

/** Entries of a collection in a list: articles as cards, all that is read by date as rows. */
export function EntryCards({ items }: { items: EntryCard[] }) {
  const kind = items[0]?.kind;
  const cards = kind === 'article' || kind === 'case-study';
  const Entry = cards ? ArticleCard : EntryRow;
  return (
    <ul className={cards ? columnsClass(items.length > 4 ? 3 : undefined, items.length) : undefined} data-slot="items">
      {items.map((item) => (
        <Entry alone={items.length === 1} item={item} key={item.link.href} />
      ))}
    </ul>
  );
}

interface EntryProps {
  item: EntryCard;
  alone: boolean;
}

/** Picture above the words; beside them where one card has the line to itself. */
function ArticleCard({ item, alone }: EntryProps) {
  return (
    <Card as="li" className={clsx('flex flex-col overflow-hidden p-0', alone && 'md:flex-row md:items-center')}>
      {item.image && (
        <div className={alone ? 'md:w-1/2' : ''}>
          <Picture className="aspect-3/2 object-cover" image={item.image} />
        </div>
      )}
      <div className="flex flex-1 flex-col gap-3 p-(--card-space)" data-slot="body">
        <EntryMeta item={item} />
        {/* Without a picture the words are what there is to see. */}
        <EntryTitle item={item} size={item.image ? 'item' : 'large'} />
        <Words className="text-muted" text={item.summary} />
        <EntryTags tags={item.tags} />
      </div>
    </Card>
  );
}

const row = clsx(
  'linkable relative grid grid-cols-1 gap-x-12 gap-y-2 border-t border-rule py-7 last:border-b',
  'has-[.card-link:hover]:border-primary md:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]',
);

/** A row: when on the left, what on the right. */
function EntryRow({ item }: EntryProps) {
  return (
    <li className={row} data-slot="item">
      <EntryMeta item={item} />
      <div className="grid grid-cols-1 content-start justify-items-start gap-3" data-slot="body">
        <EntryTitle item={item} />
        {item.markdown ? <RichText nodes={item.markdown} /> : <Words className="text-muted" text={item.summary} />}
        <EntryFacts facts={item.facts} />
        <EntryTags tags={item.tags} />
      </div>
    </li>
  );
}

function EntryTitle({ item, size }: { item: EntryCard; size?: HeadingSize }) {
  return (
    <ItemHeading size={size}>
      <SiteLink className="card-link transition-paint hover:text-primary" link={item.link} />
    </ItemHeading>
  );
}

function EntryMeta({ item }: { item: EntryCard }) {
  const when = item.when ?? item.dateText;
  return (
    <p className="flex flex-wrap content-start gap-x-3 text-sm text-muted" data-slot="label">
      {when && <time dateTime={item.starts ?? item.date}>{when}</time>}
      {item.author && <span>{item.author}</span>}
    </p>
  );
}

/** Short facts in one line, such as Place: Northville. */
function EntryFacts({ facts }: { facts?: EntryFact[] }) {
  if (!facts) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      {facts.map(({ label, value }, index) => (
        <div className="flex flex-wrap gap-x-1.5" key={index}>
          <dt>{label}</dt>
          <dd className="text-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function EntryTags({ tags }: { tags?: string[] }) {
  if (!tags) return null;
  return (
    <ul className="mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-1 text-sm text-muted">
      {tags.map((tag, index) => (
        <li dir="auto" key={index}>
          {`#${tag}`}
        </li>
      ))}
    </ul>
  );
}
