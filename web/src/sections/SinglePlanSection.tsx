import { clsx } from 'clsx';
import type { SinglePlan } from '../content/types.gen';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { PlanPrice } from './PlanPrice';
import { Points } from './Points';

const card = 'mx-auto grid max-w-[60rem] grid-cols-1 overflow-clip p-0';
const room = 'p-[clamp(1.75rem,1rem+3vw,3.5rem)]';

/** One plan: the offer on the left, what is in it on the right. */
export function SinglePlanSection({ plan, ...head }: SinglePlan) {
  return (
    <Section {...head} head="center">
      <Card data-slot="item" className={clsx(card, plan.includes?.length && 'md:grid-cols-2')} tone="featured">
        <div className={clsx('grid grid-cols-1 content-center gap-5', room)} data-slot="body">
          <div className="flex flex-wrap content-start items-center gap-3">
            <ItemHeading>{plan.name}</ItemHeading>
            <PlanBadge plan={plan} />
          </div>
          <PlanPrice plan={plan} size="figure" />
          <Words className="text-muted" slot="label" text={plan.duration} />
          <Words text={plan.text} />
          <PlanAction plan={plan} />
          <Words className="text-sm/[1.6] text-muted" slot="note" text={plan.note} />
        </div>
        <Points
          className={clsx('content-center rounded-b-card bg-tint md:rounded-s-none md:rounded-e-card', room)}
          items={plan.includes}
        />
      </Card>
    </Section>
  );
}
