// biome-ignore-all lint/a11y/noRedundantRoles: rows are cards on a phone, and Safari then takes them for no table
import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Comparison } from '../content/types.gen';
import { longest, unbroken } from '../ui/phrases';
import { Section } from '../ui/Section';

/**
 * A table. With up to three columns a phone shows each row as a card: the label above its values. More columns are
 * scrolled, beside labels that stay. The roles keep it a table where the layout is another.
 */
export function ComparisonSection({ columns, rows, highlight, ...head }: Comparison) {
  const wide = columns.length > 3;
  return (
    <Section {...head} head="center">
      {/* What scrolls can be reached by the keyboard. */}
      <div
        {...(wide && { 'aria-label': head.title, className: 'relative overflow-x-auto', role: 'group', tabIndex: 0 })}
      >
        <table className={clsx('compare', wide && 'compare-wide')} role="table">
          {head.title && <caption className="sr-only">{head.title}</caption>}
          <thead role="rowgroup">
            <tr role="row">
              <td role="cell" />
              {columns.map((column, index) => (
                <th
                  data-highlight={column === highlight || undefined}
                  key={index}
                  data-slot="label"
                  role="columnheader"
                  scope="col"
                >
                  <Whole words={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody data-slot="items" role="rowgroup">
            {rows.map(({ label, text, values }, index) => (
              <tr data-slot="item" key={index} role="row">
                <th data-slot="name" className={wide ? undefined : 'wrap-anywhere'} role="rowheader" scope="row">
                  {label}
                  {text && <span className="mt-0.5 block text-sm font-normal text-muted">{text}</span>}
                </th>
                {values.map((value, index) => (
                  <td
                    data-highlight={columns[index] === highlight || undefined}
                    data-slot="value"
                    key={index}
                    role="cell"
                  >
                    <Value value={value} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** Words that are not broken: three columns are narrow on a phone. */
function Whole({ words }: { words: string }) {
  const whole = unbroken(longest(words), 6);
  return whole ? (
    <span className={whole}>
      <span className="fitted">{words}</span>
    </span>
  ) : (
    words
  );
}

/** Words, or a sign for true and false with words for those who do not see it. */
function Value({ value }: { value: string }) {
  const { labels } = useSite();
  if (value !== 'true' && value !== 'false') return <Whole words={value} />;
  const yes = value === 'true';
  return (
    <>
      <svg
        aria-hidden="true"
        className={yes ? 'icon rounded-full bg-tint-strong text-primary' : 'icon text-muted'}
        focusable="false"
        viewBox="0 0 24 24"
      >
        <path d={yes ? 'm6 12.5 4 4 8-9' : 'M7 12h10'} />
      </svg>
      <span className="sr-only">{yes ? labels.included : labels.notIncluded}</span>
    </>
  );
}
