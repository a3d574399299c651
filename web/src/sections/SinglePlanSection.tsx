import type { SinglePlan } from '../content/types.gen';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { Points } from './Points';
import { PriceTag } from './PriceTag';

export function SinglePlanSection({ plan, ...head }: SinglePlan) {
  return (
    <Section {...head} head="center">
      <Card className="plan-large" tone="featured">
        <div className="plan-offer">
          <div className="plan-name">
            <ItemHeading>{plan.name}</ItemHeading>
            <PlanBadge plan={plan} />
          </div>
          <PriceTag price={plan.price} size="large" />
          {plan.duration && <p className="plan-duration">{plan.duration}</p>}
          {plan.text && <p className="plan-text">{plan.text}</p>}
          <PlanAction plan={plan} />
          {plan.note && <p className="note">{plan.note}</p>}
        </div>
        <Points className="plan-includes" items={plan.includes} />
      </Card>
    </Section>
  );
}
