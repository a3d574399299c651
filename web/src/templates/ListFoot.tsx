import { useSite } from '../content/site-context';
import type { EntryCard, EntryList } from '../content/types.gen';
import { EntryCards } from '../sections/EntryCards';
import { Heading, ItemLevelProvider } from '../ui/Heading';
import { Pagination } from './Pagination';
import { TagList } from './TagList';

/** The entries of a list, with the ways to its tags and to its other pages. */
export function ListFoot({ list, title }: { list: EntryList; title: string }) {
  const { labels } = useSite();
  const { items, past, newer, older } = list;
  return (
    <div
      data-section="entries"
      className="wrap grid grid-cols-1 gap-(--head-space) pt-(--head-space) pb-(--section-space)"
    >
      <TagList current={list.title} tags={list.tags} />
      {past ? (
        <>
          <Part items={items} title={labels.upcoming} />
          <Part items={past} title={labels.past} />
        </>
      ) : (
        items.length > 0 && <EntryCards items={items} />
      )}
      <Pagination label={title} newer={newer} older={older}>
        {`${list.number} / ${list.count}`}
      </Pagination>
    </div>
  );
}

function Part({ items, title }: { items: EntryCard[]; title?: string }) {
  if (items.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-6">
      {title && (
        <Heading level={2} size="large">
          {title}
        </Heading>
      )}
      <ItemLevelProvider value={3}>
        <EntryCards items={items} />
      </ItemLevelProvider>
    </section>
  );
}
