import type { Steps } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Picture } from '../ui/Picture';
import { phrases } from '../ui/phrases';
import { Section } from '../ui/Section';

export function StepsSection({ items, ...head }: Steps) {
  return (
    <Section {...head} head="split">
      <ol
        data-slot="items"
        className="grid grid-cols-1 [counter-reset:step] wide:grid-fit-52 wide:gap-x-8 wide:gap-y-12 wide:overflow-x-clip"
      >
        {items.map((item) => (
          <li
            data-slot="item"
            className="step relative grid grid-cols-[3.5rem_minmax(0,1fr)] content-start gap-x-6 gap-y-2 pb-10 last:pb-0 wide:block wide:pb-0"
            key={item.title}
          >
            <span
              aria-hidden="true"
              data-slot="icon"
              className="step-node relative row-span-2 row-start-1 forced-colors:border"
            >
              {item.icon && <Icon name={item.icon} />}
            </span>
            <ItemHeading className="pt-3.5 wide:pt-6 wide:pb-2">{item.title}</ItemHeading>
            {item.text && (
              <p className="col-start-2 text-muted" data-slot="words">
                {phrases(item.text)}
              </p>
            )}
            {item.image && (
              <div className="col-start-2 mt-3 wide:mt-5">
                <Picture className="aspect-3/2 rounded-card object-cover" image={item.image} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
