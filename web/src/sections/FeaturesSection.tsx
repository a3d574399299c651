import type { Features } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { columnsClass } from './columns';

export function FeaturesSection({ items, columns, ...head }: Features) {
  return (
    <Section {...head} head="split">
      <ul className={`features ${columnsClass(columns, items.length)}`}>
        {items.map((item) => (
          <li className="feature" key={item.title}>
            {item.icon && <Icon className="feature-icon" name={item.icon} />}
            <ItemHeading>{item.title}</ItemHeading>
            {item.text && <p>{item.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
