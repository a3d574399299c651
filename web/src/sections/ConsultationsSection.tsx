import type { Consultations } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { PlanAction } from './PlanAction';
import { PlanBadge } from './PlanBadge';
import { Points } from './Points';
import { PriceTag } from './PriceTag';

export function ConsultationsSection({ items, ...head }: Consultations) {
  return (
    <Section {...head} head="split">
      <ul className="consultations">
        {items.map((plan) => (
          <li className={plan.featured ? 'consultation consultation-featured' : 'consultation'} key={plan.id}>
            <div className="consultation-name">
              {plan.duration && <p className="consultation-duration">{plan.duration}</p>}
              <ItemHeading size="large">{plan.name}</ItemHeading>
              <PlanBadge plan={plan} />
            </div>
            <div className="consultation-price">
              <PriceTag price={plan.price} />
              {plan.note && <p className="note">{plan.note}</p>}
            </div>
            {plan.text && <p className="consultation-text">{plan.text}</p>}
            <Points className="consultation-includes" items={plan.includes} />
            <PlanAction className="consultation-action" plan={plan} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
