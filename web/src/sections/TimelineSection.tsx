import { clsx } from 'clsx';
import type { Timeline } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

const moment = clsx(
  'moment relative grid grid-cols-1 gap-x-10 gap-y-1.5 pb-12 ps-8 last:pb-0',
  'sm:grid-cols-[minmax(0,8rem)_minmax(0,1fr)] sm:ps-0',
);

export function TimelineSection({ items, ...head }: Timeline) {
  return (
    <Section {...head} beside>
      <ol data-slot="items">
        {items.map(({ date, title, text }, index) => (
          <li className={moment} data-slot="item" key={index}>
            <Words className="font-display text-item text-primary" slot="label" text={date} />
            <div className="grid grid-cols-1 content-start gap-1.5 sm:ps-10" data-slot="body">
              <ItemHeading>{title}</ItemHeading>
              <Words className="text-muted" text={text} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
