import type { Metrics } from '../content/types.gen';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function MetricsSection({ items, ...head }: Metrics) {
  const hasIcons = items.some(({ icon }) => icon);
  return (
    <Section {...head} head="split">
      {/* The first of each line begins where the page does; its own edge lies outside, and is cut off. */}
      <ul
        className={`-ml-7 flex flex-wrap border-y border-rule [clip-path:inset(0_0_0_1.75rem)] ${items.length > 3 ? 'xs:max-lg:grid xs:max-lg:grid-cols-2' : ''}`.trim()}
      >
        {items.map((item) => (
          <li
            className="grid min-w-[min(100%,13.5rem)] flex-auto grid-cols-1 content-start px-7 py-9 shadow-[-1px_0_var(--line),0_-1px_var(--line)]"
            key={item.label}
          >
            {/* Figures stand level, whether the neighbour has an icon or not. */}
            {item.icon ? (
              <span className="chip mb-6">
                <Icon name={item.icon} />
              </span>
            ) : (
              hasIcons && <span className="mb-6 h-11 max-xs:hidden" />
            )}
            <p className="font-display text-figure leading-[1.05] font-(--display-weight) tracking-(--display-tracking) tabular-nums xs:whitespace-nowrap">
              {item.value}
            </p>
            <p className="mt-2.5 font-semibold">{item.label}</p>
            {item.text && <p className="mt-1 text-fine text-muted">{item.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
