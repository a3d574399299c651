import type { Promises } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { phrases } from '../ui/phrases';
import { Section } from '../ui/Section';

export function PromisesSection({ items, ...head }: Promises) {
  return (
    <Section {...head} tone="slim">
      <ul data-slot="items" className="flex flex-wrap gap-y-6 border-y border-rule py-7">
        {items.map((item) => (
          <li data-slot="item" className="flex flex-[1_1_13rem] gap-3.5 pr-6" key={item.title}>
            {item.icon && <Icon className="mt-[0.1em] text-xl text-primary" name={item.icon} />}
            <div data-slot="body">
              <ItemHeading size="small">{item.title}</ItemHeading>
              {item.text && (
                <p className="text-fine text-muted" data-slot="words">
                  {phrases(item.text)}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
