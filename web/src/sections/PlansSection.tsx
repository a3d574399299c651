import type { Plans } from '../content/types.gen';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { Points } from './Points';
import { PriceTag } from './PriceTag';

export function PlansSection({ items, ...head }: Plans) {
  return (
    <Section {...head} head="center">
      <ul className="plans">
        {items.map((plan) => (
          <Card as="li" className="plan" key={plan.id} tone={plan.featured ? 'featured' : 'surface'}>
            <div className="plan-name">
              <ItemHeading>{plan.name}</ItemHeading>
              <PlanBadge plan={plan} />
            </div>
            <PriceTag price={plan.price} size="large" />
            {plan.duration && <p className="plan-duration">{plan.duration}</p>}
            {plan.text && <p className="plan-text">{plan.text}</p>}
            <Points className="plan-includes" items={plan.includes} />
            <div className="plan-end">
              <PlanAction plan={plan} />
              {plan.note && <p className="note">{plan.note}</p>}
            </div>
          </Card>
        ))}
      </ul>
    </Section>
  );
}
