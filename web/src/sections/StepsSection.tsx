import { clsx } from 'clsx';
import type { Steps } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

const list = clsx(
  'grid grid-cols-1 [counter-reset:step] lg:grid-fit-52 lg:gap-x-8 lg:gap-y-12',
  // The lines between steps are cut off at the end of a row; the room keeps the glow of a look from being cut.
  'lg:-my-10 lg:overflow-clip lg:py-10',
);
const step = clsx(
  'step relative grid grid-cols-[3.5rem_minmax(0,1fr)] content-start gap-x-6 gap-y-2 pb-10 last:pb-0',
  'lg:block lg:pb-0',
);
const node = clsx(
  'step-node relative row-span-2 row-start-1 grid size-14 place-items-center rounded-full bg-primary text-[1.25rem]',
  'text-on-primary forced-colors:border',
);

export function StepsSection({ items, ...head }: Steps) {
  return (
    <Section {...head} head="split">
      <ol className={list} data-slot="items">
        {items.map((item, index) => (
          <li className={step} data-slot="item" key={index}>
            <span aria-hidden="true" className={node} data-slot="icon">
              {item.icon && <Icon name={item.icon} />}
            </span>
            <ItemHeading className="pt-3.5 lg:pt-6 lg:pb-2">{item.title}</ItemHeading>
            <Words className="col-start-2 text-muted" text={item.text} />
            {item.image && (
              <div className="col-start-2 mt-3 lg:mt-5">
                <Picture className="aspect-3/2 rounded-card object-cover" image={item.image} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
