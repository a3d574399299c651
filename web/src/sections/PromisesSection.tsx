import type { Promises } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function PromisesSection({ items, ...head }: Promises) {
  return (
    <Section {...head} tone="slim">
      <ul className="promises">
        {items.map((item) => (
          <li className="promise" key={item.title}>
            {item.icon && <Icon className="promise-icon" name={item.icon} />}
            <div>
              <ItemHeading size="small">{item.title}</ItemHeading>
              {item.text && <p>{item.text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
