import { clsx } from 'clsx';
import type { Tiles } from '../content/types.gen';
import { Section } from '../ui/Section';
import { LegendScene } from '../ui/scenes/LegendScene';
import { columnsFor } from './columns';
import { IconItem } from './IconItem';

const tile = 'flex flex-[1_1_15.5rem] gap-4 bg-surface p-4 sm:grid sm:grid-cols-1 sm:content-start sm:p-6';

/** On a wide screen a tile is this part of a line; the last line fills up. */
const widths: Record<number, string> = { 3: 'lg:basis-[30%]', 4: 'lg:basis-[22%]', 5: 'lg:basis-[18%]' };

export function TilesSection({ items, scene: drawing, steps, ...head }: Tiles) {
  if (drawing) {
    return (
      <Section {...head} head="split" tone="band">
        <LegendScene drawing={drawing} items={items} steps={steps} />
      </Section>
    );
  }
  const width = widths[columnsFor(items.length, [4, 5, 3])] ?? widths[4];
  return (
    <Section {...head} head="split" tone="band">
      <ul data-slot="items" className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        {items.map((item, index) => (
          <li className={clsx(tile, width)} data-slot="item" key={index}>
            <IconItem
              icon="mt-0.5 text-[1.375rem] text-primary sm:mt-0"
              item={item}
              size="small"
              words="mt-1 text-fine/normal"
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
