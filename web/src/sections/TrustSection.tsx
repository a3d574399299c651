import type { Trust } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { phrases } from '../ui/phrases';
import { Section } from '../ui/Section';

export function TrustSection({ items, ...head }: Trust) {
  return (
    <Section {...head} beside>
      <ul data-slot="items">
        {items.map((item) => (
          <li
            data-slot="item"
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-6 border-t border-rule py-7 first:border-t-0 first:pt-0"
            key={item.title}
          >
            {item.icon && <Icon className="mt-[0.05em] text-2xl text-primary" name={item.icon} />}
            <div className="only:col-span-full" data-slot="body">
              <ItemHeading>{item.title}</ItemHeading>
              {item.text && (
                <p className="mt-1.5 text-muted" data-slot="words">
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
