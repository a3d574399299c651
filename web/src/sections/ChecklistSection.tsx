import { clsx } from 'clsx';
import type { Aside, Checklist } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Card } from '../ui/Card';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { Points } from './Points';

export function ChecklistSection({ items, aside, ...head }: Checklist) {
  return (
    <Section {...head} beside={!aside} tone="band">
      <div
        className={clsx(
          'grid grid-cols-1 gap-[clamp(2rem,1.5rem+3vw,4rem)]',
          aside && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start',
        )}
      >
        <Points
          className={clsx(
            'grid-fit-60 content-start gap-x-10 gap-y-0 *:border-b *:border-line *:py-3.5',
            '*:before:top-[1.05rem] *:after:top-[1.32rem]',
          )}
          items={items}
        />
        {aside && <AsideCard aside={aside} />}
      </div>
    </Section>
  );
}

function AsideCard({ aside }: { aside: Aside }) {
  return (
    <Card
      data-slot="aside"
      className={clsx(
        'grid grid-cols-1 content-start gap-4.5 p-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)] lg:sticky',
        'lg:top-[calc(var(--bar)+2rem)]',
      )}
      tone="featured"
    >
      {aside.icon && (
        <span className="chip" data-slot="icon">
          <Icon name={aside.icon} />
        </span>
      )}
      <ItemHeading size="large">{aside.title}</ItemHeading>
      <Words className="" text={aside.text} />
      <Actions links={aside.actions} />
    </Card>
  );
}
