import { clsx } from 'clsx';
import type { Industries, Industry } from '../content/types.gen';
import { Chip } from '../ui/Chip';
import { Drawing } from '../ui/Drawing';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { Points } from './Points';
import { WindowsScene } from './WindowsScene';

const pairs = 'grid-cols-1 gap-x-[clamp(1.5rem,1rem+3vw,4rem)] gap-y-[clamp(3rem,2rem+4vw,5.5rem)] md:grid-cols-2';
const board = 'gap-x-[clamp(1.5rem,1rem+2vw,3rem)] md:grid-cols-2';

export function IndustriesSection(section: Industries) {
  const { items: _items, layout, label: _label, ...head } = section;
  const Items = layout === 'windows' ? WindowsScene : ListedIndustries;
  return (
    <Section {...head} head="split" layout={layout}>
      <Items {...section} />
    </Section>
  );
}

function ListedIndustries({ items }: Industries) {
  const allDrawn = items.every((industry) => industry.drawing);
  const Item = allDrawn ? DrawnIndustry : BriefIndustry;
  return (
    <ul
      data-slot="items"
      className={clsx('grid', allDrawn ? pairs : board, items.length % 3 !== 1 && !allDrawn && 'lg:grid-cols-3')}
    >
      {items.map((industry) => (
        <Item industry={industry} key={industry.id} />
      ))}
    </ul>
  );
}

const drawn = 'group grid scroll-mt-[calc(var(--bar)+1rem)] grid-cols-1 content-start gap-4';

function DrawnIndustry({ industry }: { industry: Industry }) {
  return (
    <li className={drawn} data-slot="item" id={industry.id}>
      <div data-slot="media" className="mb-3 overflow-hidden rounded-card print:hidden">
        {industry.drawing && (
          <Drawing className="transition-transform duration-400 group-hover:[scale:1.03]" drawing={industry.drawing} />
        )}
      </div>
      <ItemHeading size="large">{industry.name}</ItemHeading>
      <Words className="text-muted" text={industry.text} />
      <Points className="grid-fit-60 text-fine" items={industry.features} />
    </li>
  );
}

const brief = 'grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4.5 gap-y-1 border-t border-rule py-6';

function BriefIndustry({ industry }: { industry: Industry }) {
  return (
    <li className={brief} data-slot="item" id={industry.id}>
      <Chip className="row-span-3" icon={industry.icon} />
      <ItemHeading className="col-start-2">{industry.name}</ItemHeading>
      <Words className="col-start-2 text-muted" text={industry.text} />
      <Points className="col-start-2" items={industry.features} />
    </li>
  );
}
