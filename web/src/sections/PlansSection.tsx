import { clsx } from 'clsx';
import type { Plans } from '../content/types.gen';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { PeriodChoice } from './PeriodChoice';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { PlanPrice } from './PlanPrice';
import { Points } from './Points';

/** One or two plans do not fill the page. */
const widths: Record<number, string> = { 1: 'max-w-[27rem]', 2: 'max-w-4xl' };

/** Lines of a card have no gap, so that parts left out leave none; cards keep theirs by margins. */
const list = 'mx-auto -mb-(--grid-gap) grid grid-fit-74 gap-x-(--grid-gap)';
const card = 'row-span-6 mb-(--grid-gap) grid grid-cols-1 grid-rows-subgrid p-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)]';

/**
 * Plans side by side, their lines level: each part has its line, whether the neighbour has such a part or not.
 */
export function PlansSection({ items, periods, ...head }: Plans) {
  return (
    <Section {...head} className={periods && 'plans'} head="center">
      {periods && <PeriodChoice about={head.title} periods={periods} />}
      <ul className={clsx(list, widths[items.length])} data-slot="items">
        {items.map((plan) => (
          <Card as="li" className={card} key={plan.id} tone={plan.featured ? 'featured' : 'surface'}>
            <div className="flex flex-wrap content-start items-center justify-between gap-3">
              <ItemHeading>{plan.name}</ItemHeading>
              <PlanBadge plan={plan} />
            </div>
            <PlanPrice className="row-start-2 mt-5" periods={periods} plan={plan} size="figure" />
            <Words className="row-start-3 mt-2 text-muted" slot="label" text={plan.duration} />
            <Words className="row-start-4 mt-5" text={plan.text} />
            <Points className="row-start-5 mt-6 content-start border-t border-line pt-6" items={plan.includes} />
            <div className="row-start-6 mt-8 grid grid-cols-1 content-start gap-3.5">
              <PlanAction plan={plan} />
              <Words className="text-sm/[1.6] text-muted" slot="note" text={plan.note} />
            </div>
          </Card>
        ))}
      </ul>
    </Section>
  );
}
