import type { Consultations } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { phrases } from '../ui/phrases';
import { Section } from '../ui/Section';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { PlanPrice } from './PlanPrice';
import { Points } from './Points';

const column =
  'grid grid-cols-1 content-start gap-5 border-b border-line py-9 md:max-wide:grid-cols-2 md:max-wide:gap-x-12 ' +
  'wide:row-span-5 wide:grid-rows-subgrid wide:border-r wide:px-9 wide:py-10 wide:last:border-r-0';

/** Columns of one table, compared line by line. */
export function ConsultationsSection({ items, ...head }: Consultations) {
  return (
    <Section {...head} head="split">
      <ul
        data-slot="items"
        className="grid grid-cols-1 border-t-2 border-text wide:grid-fit-68 wide:grid-rows-[repeat(5,auto)]"
      >
        {items.map((plan) => (
          <li
            data-featured={plan.featured || undefined}
            data-slot="item"
            className={`${column} ${plan.featured ? 'wide:bg-band wide:shadow-[0_-2px_var(--primary)]' : 'wide:first:pl-0'}`}
            key={plan.id}
          >
            <div className="grid grid-cols-1 content-start justify-items-start gap-2 wide:row-start-1 wide:content-end">
              {plan.duration && (
                <p className="font-semibold text-accent" data-slot="label">
                  {phrases(plan.duration)}
                </p>
              )}
              <ItemHeading size="large">{plan.name}</ItemHeading>
              <PlanBadge plan={plan} />
            </div>
            <div className="wide:row-start-2">
              <PlanPrice plan={plan} />
              {plan.note && (
                <p className="text-sm/[1.6] text-muted" data-slot="note">
                  {plan.note}
                </p>
              )}
            </div>
            {plan.text && (
              <p className="text-muted wide:row-start-3" data-slot="words">
                {phrases(plan.text)}
              </p>
            )}
            <Points
              className="content-start md:max-wide:col-start-2 md:max-wide:row-span-4 md:max-wide:row-start-1 wide:row-start-4"
              items={plan.includes}
            />
            <PlanAction className="self-end justify-self-start wide:row-start-5" plan={plan} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
