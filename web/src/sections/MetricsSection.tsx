import { clsx } from 'clsx';
import type { Metrics } from '../content/types.gen';
import { Chip } from '../ui/Chip';
import { longest, unbroken } from '../ui/phrases';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

/** The first of each line begins where the page does; its own edge lies outside, and is cut off. */
const list = clsx(
  '-ms-4 flex flex-wrap border-y border-rule max-sm:grid max-sm:grid-cols-2 sm:-ms-7',
  '[clip-path:inset(0_0_0_1rem)] sm:[clip-path:inset(0_0_0_1.75rem)]',
  'rtl:[clip-path:inset(0_1rem_0_0)] sm:rtl:[clip-path:inset(0_1.75rem_0_0)]',
);
const metric = clsx(
  'grid min-w-0 flex-auto grid-cols-1 content-start px-4 py-6 last:odd:max-sm:col-span-2',
  'sm:min-w-[min(100%,13.5rem)] sm:px-7 sm:py-9',
  '[box-shadow:calc(-1px*var(--forward))_0_var(--line),0_-1px_var(--line)]',
);
const value = clsx(
  'font-display text-[max(1.375rem,7.2vw)] leading-[1.05] font-(--display-weight) tracking-(--display-tracking)',
  'sm:text-figure',
);

/** Figures side by side. */
export function MetricsSection({ items, ...head }: Metrics) {
  const hasIcons = items.some(({ icon }) => icon);
  return (
    <Section {...head} head="split">
      <ul className={clsx(list, items.length > 3 && 'max-lg:grid max-lg:grid-cols-2')} data-slot="items">
        {items.map((item, index) => (
          <li className={metric} data-slot="item" key={index}>
            {/* Figures stand level, whether the neighbour has an icon or not; on a phone they stand two by two. */}
            <Chip className="mb-4 sm:mb-6" icon={item.icon} />
            {hasIcons && !item.icon && <span className="mb-4 h-11 sm:mb-6" />}
            <p className={clsx(value, unbroken(longest(item.value), 6))} data-slot="value">
              <bdi className="fitted tracking-(--display-tracking)">{item.value}</bdi>
            </p>
            <Words className="mt-2.5 font-semibold" slot="label" text={item.label} />
            <Words className="mt-1 text-fine text-muted" text={item.text} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
