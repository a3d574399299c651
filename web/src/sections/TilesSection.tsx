import type { Tiles } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function TilesSection({ items, ...head }: Tiles) {
  return (
    <Section {...head} head="center" tone="band">
      <ul className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        {items.map((item) => (
          <li className="grid flex-[1_1_15.5rem] grid-cols-1 content-start gap-1 bg-surface p-6" key={item.title}>
            {item.icon && <Icon className="mb-3 text-[1.375rem] text-primary" name={item.icon} />}
            <ItemHeading size="small">{item.title}</ItemHeading>
            {item.text && <p className="text-fine/normal text-muted">{item.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
