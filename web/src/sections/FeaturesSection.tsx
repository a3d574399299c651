import type { Features } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { columnsClass } from './columns';

export function FeaturesSection({ items, columns, ...head }: Features) {
  return (
    <Section {...head} head="split">
      <ul
        className={`${columnsClass(columns, items.length)} gap-x-[clamp(1.5rem,1rem+2vw,3rem)] gap-y-[clamp(2rem,1.5rem+1.6vw,3.25rem)]`}
      >
        {items.map((item) => (
          <li
            className="relative grid grid-cols-1 content-start gap-2 border-t border-rule pt-6 before:absolute before:-top-px before:left-0 before:h-px before:w-12 before:bg-primary"
            key={item.title}
          >
            {item.image && <Picture className="mb-4 aspect-3/2 rounded-card object-cover" image={item.image} />}
            {item.icon && <Icon className="mb-2 text-[1.375rem] text-primary" name={item.icon} />}
            <ItemHeading>{item.title}</ItemHeading>
            {item.text && <p className="text-muted">{item.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
