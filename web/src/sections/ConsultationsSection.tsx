import { clsx } from 'clsx';
import type { Consultations } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { PlanPrice } from './PlanPrice';
import { Points } from './Points';

const list = 'grid grid-cols-1 border-t-2 border-text lg:grid-fit-68 lg:grid-rows-[repeat(5,auto)]';
const column = clsx(
  'grid grid-cols-1 content-start gap-5 border-b border-line py-9 md:max-lg:grid-cols-2 md:max-lg:gap-x-12',
  'lg:row-span-5 lg:grid-rows-subgrid lg:border-e lg:px-9 lg:py-10 lg:last:border-e-0',
);
const featured = 'lg:bg-band lg:[box-shadow:0_-2px_var(--primary)]';

/** Columns of one table, compared line by line. */
export function ConsultationsSection({ items, ...head }: Consultations) {
  return (
    <Section {...head} head="split">
      <ul className={list} data-slot="items">
        {items.map((plan) => (
          <li
            data-featured={plan.featured || undefined}
            data-slot="item"
            className={clsx(column, plan.featured ? featured : 'lg:first:ps-0')}
            key={plan.id}
          >
            <div className="grid grid-cols-1 content-start justify-items-start gap-2 lg:row-start-1 lg:content-end">
              <Words className="font-semibold text-accent" slot="label" text={plan.duration} />
              <ItemHeading size="large">{plan.name}</ItemHeading>
              <PlanBadge plan={plan} />
            </div>
            <div className="lg:row-start-2">
              <PlanPrice plan={plan} />
              <Words className="text-sm/[1.6] text-muted" slot="note" text={plan.note} />
            </div>
            <Words className="text-muted lg:row-start-3" text={plan.text} />
            <Points
              className="content-start md:max-lg:col-start-2 md:max-lg:row-span-4 md:max-lg:row-start-1 lg:row-start-4"
              items={plan.includes}
            />
            <PlanAction className="self-end justify-self-start lg:row-start-5" plan={plan} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
