import type { Promises } from '../content/types.gen';
import { Section } from '../ui/Section';
import { IconItem } from './IconItem';

export function PromisesSection({ items, ...head }: Promises) {
  return (
    <Section {...head} tone="slim">
      <ul data-slot="items" className="flex flex-wrap gap-y-6 border-y border-rule py-7">
        {items.map((item, index) => (
          <li data-slot="item" className="flex max-w-full flex-[1_1_13rem] gap-3.5 pe-6" key={index}>
            <IconItem
              body="min-w-0 flex-1"
              icon="mt-[0.1em] text-xl text-primary"
              item={item}
              size="small"
              words="text-fine"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
