import type { Entries } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Section } from '../ui/Section';
import { EntryCards } from './EntryCards';

/** The newest entries of a collection, or the events that come next. It is left out while there are none. */
export function EntriesSection({ items, actions, ...head }: Entries) {
  if (items.length === 0) return null;
  return (
    <Section {...head} head="split" words="page">
      <EntryCards items={items} />
      <Actions className="mt-(--head-space)" links={actions} />
    </Section>
  );
}
