import type { TechnologyStack } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function TechnologyStackSection({ groups, ...head }: TechnologyStack) {
  return (
    <Section {...head} beside tone="band">
      <ul className="stack">
        {groups.map((group) => (
          <li className="stack-group" key={group.title}>
            <div className="stack-title">
              {group.icon && <Icon name={group.icon} />}
              <ItemHeading>{group.title}</ItemHeading>
            </div>
            <ul className="tags">
              {group.items.map((item) => (
                <li className="tag" key={item}>
                  {item}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}
