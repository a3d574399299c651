import type { Trust } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function TrustSection({ items, ...head }: Trust) {
  return (
    <Section {...head} beside>
      <ul className="reasons">
        {items.map((item) => (
          <li className="reason" key={item.title}>
            {item.icon && <Icon className="reason-icon" name={item.icon} />}
            <div>
              <ItemHeading>{item.title}</ItemHeading>
              {item.text && <p>{item.text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
