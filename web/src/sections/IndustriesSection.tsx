import type { Industries, Industry } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { FrameScene } from '../ui/scenes/FrameScene';
import { Points } from './Points';

/** With more industries than this, drawings would repeat and the list would not end. */
const mostDrawn = 6;

const pairs = 'grid-cols-1 gap-x-[clamp(1.5rem,1rem+3vw,4rem)] gap-y-[clamp(3rem,2rem+4vw,5.5rem)] md:grid-cols-2';
const board = 'grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-[clamp(1.5rem,1rem+2vw,3rem)]';

export function IndustriesSection({ items, ...head }: Industries) {
  const drawn = items.length <= mostDrawn;
  return (
    <Section {...head} head="split">
      <ul className={`grid ${drawn ? (items.length % 2 === 0 ? `${pairs} paper:md:mb-24` : pairs) : board}`}>
        {items.map((industry, index) =>
          drawn ? (
            <DrawnIndustry index={index} industry={industry} key={industry.id} />
          ) : (
            <BriefIndustry industry={industry} key={industry.id} />
          ),
        )}
      </ul>
    </Section>
  );
}

function DrawnIndustry({ industry, index }: { industry: Industry; index: number }) {
  return (
    <li
      className="group grid scroll-mt-[calc(var(--bar)+1rem)] grid-cols-1 content-start gap-4 paper:md:even:mt-24 paper:md:even:-mb-24"
      id={industry.id}
    >
      <div aria-hidden="true" className="industry-scene rise mb-3 print:hidden">
        <FrameScene index={index} />
        {industry.icon && (
          <span className="absolute bottom-5 left-5 grid size-[clamp(2.5rem,2rem+2vw,3.25rem)] place-items-center rounded-md bg-primary text-xl text-on-primary forced-colors:border">
            <Icon name={industry.icon} />
          </span>
        )}
      </div>
      <ItemHeading size="large">{industry.name}</ItemHeading>
      {industry.text && <p className="text-muted">{industry.text}</p>}
      <Points className="grid-fit-60 text-fine" items={industry.features} />
    </li>
  );
}

function BriefIndustry({ industry }: { industry: Industry }) {
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4.5 gap-y-1 border-t border-rule py-6"
      id={industry.id}
    >
      {industry.icon && (
        <span className="chip row-span-3">
          <Icon name={industry.icon} />
        </span>
      )}
      <ItemHeading className="col-start-2">{industry.name}</ItemHeading>
      {industry.text && <p className="col-start-2 text-muted">{industry.text}</p>}
      <Points className="col-start-2" items={industry.features} />
    </li>
  );
}
