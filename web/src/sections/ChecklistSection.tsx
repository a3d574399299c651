import type { Aside, Checklist } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { Points } from './Points';

export function ChecklistSection({ items, aside, ...head }: Checklist) {
  return (
    <Section {...head} beside={!aside} tone="band">
      <div className={aside ? 'checklist checklist-with-aside' : 'checklist'}>
        <Points className="checks-columns" items={items} />
        {aside && <AsideCard aside={aside} />}
      </div>
    </Section>
  );
}

function AsideCard({ aside }: { aside: Aside }) {
  return (
    <Card className="checklist-aside" tone="featured">
      {aside.icon && (
        <span className="chip">
          <Icon name={aside.icon} />
        </span>
      )}
      <ItemHeading size="large">{aside.title}</ItemHeading>
      {aside.text && <p>{aside.text}</p>}
      <Actions links={aside.actions} />
    </Card>
  );
}
