import { clsx } from 'clsx';
import type { Services } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Chip } from '../ui/Chip';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { Points } from './Points';
import { PriceTag } from './PriceTag';

const row = clsx(
  'linkable relative grid grid-cols-1 gap-x-[clamp(1.5rem,1rem+2vw,3rem)] gap-y-6 border-t border-rule',
  'py-[clamp(2rem,1.6rem+1.6vw,3.25rem)] has-[.card-link:hover]:border-primary',
  'has-[.card-link:hover]:bg-[linear-gradient(90deg,transparent,var(--tint)_30%,transparent)]',
);

/** Large rows that lead on. */
export function ServicesSection({ items, ...head }: Services) {
  return (
    <Section {...head} head="split">
      <ul className="border-b border-rule" data-slot="items">
        {items.map((item, index) => (
          <li
            data-slot="item"
            className={clsx(
              row,
              item.icon ? 'md:grid-cols-[auto_minmax(0,1fr)_17rem]' : 'md:grid-cols-[minmax(0,1fr)_17rem]',
            )}
            key={index}
          >
            <Chip className="chip-large" icon={item.icon} />
            <div className="grid grid-cols-1 content-start gap-3" data-slot="body">
              <ItemHeading size="large">{item.title}</ItemHeading>
              <Words className="max-w-xl text-muted" text={item.text} />
              <Points className="mt-3 grid-fit-60 max-w-[38rem]" items={item.points} />
            </div>
            <div className="flex flex-col gap-5" data-slot="aside">
              {item.price && <PriceTag price={item.price} size="large" />}
              {item.link && (
                <SiteLink
                  className={clsx('button-onward card-link', item.price && 'mt-auto')}
                  link={item.link}
                  variant={item.link.style ?? 'secondary'}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
