import type { Trust } from '../content/types.gen';
import { Section } from '../ui/Section';
import { IconItem } from './IconItem';

const row = 'grid grid-cols-[auto_minmax(0,1fr)] gap-6 border-t border-rule py-7 first:border-t-0 first:pt-0';

/** Reasons to trust, one to a row. */
export function TrustSection({ items, ...head }: Trust) {
  return (
    <Section {...head} beside>
      <ul data-slot="items">
        {items.map((item, index) => (
          <li className={row} data-slot="item" key={index}>
            <IconItem body="only:col-span-full" icon="mt-[0.05em] text-2xl text-primary" item={item} words="mt-1.5" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
