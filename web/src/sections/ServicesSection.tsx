import type { Services } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { Points } from './Points';
import { PriceTag } from './PriceTag';

export function ServicesSection({ items, ...head }: Services) {
  return (
    <Section {...head} head="split">
      <ul className="services">
        {items.map((item) => (
          <li className="service" key={item.title}>
            {item.icon && (
              <span className="chip chip-large">
                <Icon name={item.icon} />
              </span>
            )}
            <div className="service-words">
              <ItemHeading size="large">{item.title}</ItemHeading>
              {item.text && <p>{item.text}</p>}
              <Points items={item.points} />
            </div>
            <div className="service-end">
              {item.price && <PriceTag price={item.price} />}
              {item.link && (
                <SiteLink className="card-link" link={item.link} variant={item.link.style ?? 'secondary'} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
