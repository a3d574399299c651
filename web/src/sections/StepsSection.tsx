import type { Steps } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function StepsSection({ items, ...head }: Steps) {
  return (
    <Section {...head} head="split">
      <ol className="steps">
        {items.map((item) => (
          <li className="step" key={item.title}>
            <span aria-hidden="true" className="step-node">
              {item.icon && <Icon name={item.icon} />}
            </span>
            <ItemHeading>{item.title}</ItemHeading>
            {item.text && <p>{item.text}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
