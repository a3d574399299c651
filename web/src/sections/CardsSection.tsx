import type { Card as CardContent, Cards } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { SiteLink } from '../links/SiteLink';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { FieldScene } from '../ui/scenes/FieldScene';
import { columnsClass } from './columns';
import { Points } from './Points';

export function CardsSection({ items, layout = 'grid', columns, actions, ...head }: Cards) {
  return (
    <Section {...head} className={`cards-${layout}`} head="split">
      {layout === 'grid' && (
        <ul className={columnsClass(columns, items.length)}>
          {items.map((item) => (
            <Card as="li" className="card-item" key={item.title}>
              <CardWords item={item} />
            </Card>
          ))}
        </ul>
      )}
      {layout === 'bento' && (
        <ul className="bento">
          {items.map((item, index) => (
            <Card as="li" className="card-item bento-card" key={item.title}>
              <FieldScene icon={item.icon} index={index} />
              <CardWords item={item} />
            </Card>
          ))}
        </ul>
      )}
      {layout === 'list' && (
        <ul className="rows">
          {items.map((item) => (
            <li className="row" key={item.title}>
              <CardWords item={item} />
            </li>
          ))}
        </ul>
      )}
      <Actions className="section-actions" links={actions} />
    </Section>
  );
}

function CardWords({ item }: { item: CardContent }) {
  return (
    <>
      <div className="card-title">
        {item.icon && (
          <span className="chip">
            <Icon name={item.icon} />
          </span>
        )}
        <ItemHeading>{item.title}</ItemHeading>
      </div>
      {(item.text || item.points || item.link) && (
        <div className="card-words">
          {item.text && <p>{item.text}</p>}
          <Points items={item.points} />
          {item.link && <SiteLink className="card-link" link={item.link} variant={item.link.style ?? 'text'} />}
        </div>
      )}
    </>
  );
}
