import { clsx } from 'clsx';
import type { Features } from '../content/types.gen';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { columnsClass } from './columns';
import { IconItem } from './IconItem';

const gaps = 'gap-x-[clamp(1.5rem,1rem+2vw,3rem)] gap-y-6 sm:gap-y-[clamp(2rem,1.5rem+1.6vw,3.25rem)]';
const feature = clsx(
  'relative flex flex-wrap gap-x-4 border-t border-rule pt-6 sm:block',
  'before:absolute before:-top-px before:start-0 before:h-px before:w-12 before:bg-primary',
);

export function FeaturesSection({ items, columns, ...head }: Features) {
  return (
    <Section {...head} head="split">
      <ul className={clsx(columnsClass(columns, items.length), gaps)} data-slot="items">
        {items.map((item, index) => (
          <li className={feature} data-slot="item" key={index}>
            {item.image && <Picture className="mb-4 aspect-3/2 rounded-card object-cover" image={item.image} />}
            {/* Beside an icon on a phone the words take what is left of the line. */}
            <IconItem
              body="min-w-0 flex-1 basis-40"
              icon="mt-0.5 text-[1.375rem] text-primary sm:mt-0 sm:mb-4"
              item={item}
              words="mt-2"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
