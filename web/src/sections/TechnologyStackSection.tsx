import type { TechnologyStack } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

const row =
  'grid grid-cols-1 gap-4 border-t border-line py-7 last:border-b sm:grid-cols-[14rem_minmax(0,1fr)] sm:gap-6';

/** Groups of tools, one to a row. */
export function TechnologyStackSection({ groups, ...head }: TechnologyStack) {
  return (
    <Section {...head} beside tone="band">
      <ul data-slot="items">
        {groups.map((group, index) => (
          <li className={row} data-slot="item" key={index}>
            <div className="flex items-center gap-3">
              {group.icon && <Icon className="text-primary" name={group.icon} />}
              <ItemHeading>{group.title}</ItemHeading>
            </div>
            <ul className="tags">
              {group.items.map((item, index) => (
                <li className="tag" key={index}>
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
