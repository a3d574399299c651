import { clsx } from 'clsx';
import type { Hours, Location, Locations } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Badge } from '../ui/Badge';
import { ItemHeading, SubHeading } from '../ui/Heading';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { columnsFor } from './columns';
import { Lines } from './Lines';
import { Times } from './Times';

const columns: Record<number, string> = { 1: '', 2: 'lg:grid-cols-2', 3: 'lg:grid-cols-3' };
const contactLink = 'inline-block py-1 text-primary tabular-nums underline underline-offset-[0.2em]';

/** Where people find the business, and when it is open. */
export function LocationsSection({ items, specialLabel, ...head }: Locations) {
  const alone = items.length === 1;
  return (
    <Section {...head}>
      <ul
        className={clsx('grid grid-cols-1 gap-x-16 gap-y-14', columns[columnsFor(items.length, [3, 2])])}
        data-slot="items"
      >
        {items.map((item) => (
          <li
            className={clsx(
              'grid grid-cols-1 content-start gap-x-16 gap-y-7 wrap-anywhere',
              // The hours of those side by side begin on one line.
              alone ? 'md:grid-cols-2' : 'border-t border-rule pt-7 lg:row-span-2 lg:grid-rows-subgrid',
            )}
            data-slot="item"
            id={item.anchor}
            key={item.id}
          >
            <Whereabouts {...item} />
            <div className="grid grid-cols-1 content-start gap-7">
              <HoursTable label={item.name} lines={item.lines} />
              <Exceptions label={specialLabel} lines={item.special} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Whereabouts({ name, open, state, image, where, directions, contacts = [], note }: Location) {
  const links = directions ? [...contacts, directions] : contacts;
  return (
    <div className="grid grid-cols-1 content-start justify-items-start gap-5" data-slot="body">
      {image && <Picture className="rounded-card border border-edge" image={image} />}
      <ItemHeading>{name}</ItemHeading>
      {/* On paper it would be about another moment. */}
      {state && (
        <p className="print:hidden">
          <Badge tone={open ? 'strong' : 'quiet'}>{state}</Badge>
        </p>
      )}
      <address className="grid grid-cols-1 justify-items-start gap-3 not-italic">
        <p data-slot="words">
          <Lines text={where} />
        </p>
        {links.length > 0 && (
          <ul className="grid justify-items-start gap-1" data-slot="points">
            {links.map((link, index) => (
              <li key={index}>
                <SiteLink className={contactLink} link={link} />
                {/* The way to which of them, for those who hear the link alone. */}
                {link === directions && <span className="sr-only"> {name}</span>}
              </li>
            ))}
          </ul>
        )}
      </address>
      <Words className="text-fine text-muted" text={note} />
    </div>
  );
}

const row = 'border-t border-rule last:border-b';
/** With room for the longest day of a language, however long the hours are. */
const days = 'min-w-40 py-2.5 pe-6 text-start align-top font-normal';

function HoursTable({ label, lines }: { label: string; lines?: Hours[] }) {
  if (!lines?.length) return null;
  return (
    <table aria-label={label} className="w-full text-start">
      <tbody>
        {lines.map((line, index) => (
          <tr className={row} key={index}>
            <th className={days} scope="row">
              {line.days}
            </th>
            <Times text={line.time} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Exceptions({ label, lines }: { label: string; lines?: Hours[] }) {
  if (!lines?.length) return null;
  return (
    <div className="grid grid-cols-1 gap-3 text-fine">
      <SubHeading size="tiny">{label}</SubHeading>
      <table className="w-full text-start">
        <tbody>
          {lines.map((line, index) => (
            <tr className={row} key={index}>
              <th className={days} scope="row">
                {line.days}
                {line.reason && <span className="block text-muted">{line.reason}</span>}
              </th>
              <Times text={line.time} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
