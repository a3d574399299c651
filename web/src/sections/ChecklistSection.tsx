import { clsx } from 'clsx';
import type { Aside, Checklist } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Card } from '../ui/Card';
import { Chip } from '../ui/Chip';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { Points } from './Points';

const rows = clsx(
  'grid-fit-60 content-start gap-x-10 gap-y-0 *:border-b *:border-line *:py-3.5',
  '*:before:top-[1.05rem] *:after:top-[1.32rem]',
);

export function ChecklistSection({ items, aside, ...head }: Checklist) {
  const beside = aside && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start';
  return (
    <Section {...head} beside={!aside} tone="band">
      <div className={clsx('grid grid-cols-1 gap-[clamp(2rem,1.5rem+3vw,4rem)]', beside)}>
        <Points className={rows} items={items} />
        {aside && <AsideCard {...aside} />}
      </div>
    </Section>
  );
}

const card = clsx(
  'grid grid-cols-1 content-start gap-4.5 p-[clamp(1.75rem,1.4rem+1.4vw,2.5rem)] lg:sticky',
  'lg:top-[calc(var(--bar)+2rem)]',
);

function AsideCard({ icon, title, text, actions }: Aside) {
  return (
    <Card className={card} data-slot="aside" tone="featured">
      <Chip icon={icon} />
      <ItemHeading size="large">{title}</ItemHeading>
      <Words text={text} />
      <Actions links={actions} />
    </Card>
  );
}
