import type { Tiles } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function TilesSection({ items, ...head }: Tiles) {
  return (
    <Section {...head} head="center" tone="band">
      <ul className="tiles">
        {items.map((item) => (
          <li className="tile" key={item.title}>
            {item.icon && <Icon className="tile-icon" name={item.icon} />}
            <ItemHeading size="small">{item.title}</ItemHeading>
            {item.text && <p className="tile-text">{item.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
