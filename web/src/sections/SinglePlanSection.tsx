import type { SinglePlan } from '../content/types.gen';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { phrases } from '../ui/phrases';
import { Section } from '../ui/Section';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { PlanPrice } from './PlanPrice';
import { Points } from './Points';

const room = 'p-[clamp(1.75rem,1rem+3vw,3.5rem)]';

/** One plan: the offer on the left, what is in it on the right. */
export function SinglePlanSection({ plan, ...head }: SinglePlan) {
  return (
    <Section {...head} head="center">
      <Card
        data-slot="item"
        className={`mx-auto grid max-w-[60rem] grid-cols-1 overflow-clip p-0 ${plan.includes?.length ? 'min-[44rem]:grid-cols-2' : ''}`.trim()}
        tone="featured"
      >
        <div className={`grid grid-cols-1 content-center gap-5 ${room}`} data-slot="body">
          <div className="flex flex-wrap content-start items-center gap-3">
            <ItemHeading>{plan.name}</ItemHeading>
            <PlanBadge plan={plan} />
          </div>
          <PlanPrice plan={plan} size="figure" />
          {plan.duration && (
            <p className="text-muted" data-slot="label">
              {phrases(plan.duration)}
            </p>
          )}
          {plan.text && <p data-slot="words">{phrases(plan.text)}</p>}
          <PlanAction plan={plan} />
          {plan.note && (
            <p className="text-sm/[1.6] text-muted" data-slot="note">
              {phrases(plan.note)}
            </p>
          )}
        </div>
        <Points className={`content-center bg-tint ${room}`} items={plan.includes} />
      </Card>
    </Section>
  );
}
