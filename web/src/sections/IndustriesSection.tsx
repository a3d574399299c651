import type { Industries, Industry } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { FrameScene } from '../ui/scenes/FrameScene';
import { Points } from './Points';

/** With more industries than this, drawings would repeat and the list would not end. */
const mostDrawn = 6;

export function IndustriesSection({ items, ...head }: Industries) {
  const drawn = items.length <= mostDrawn;
  return (
    <Section {...head} head="split">
      <ul className={drawn ? 'industries' : 'industries industries-many'}>
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
    <li className="industry" id={industry.id}>
      <div aria-hidden="true" className="industry-scene">
        <FrameScene index={index} />
        {industry.icon && (
          <span className="industry-sign">
            <Icon name={industry.icon} />
          </span>
        )}
      </div>
      <ItemHeading size="large">{industry.name}</ItemHeading>
      {industry.text && <p className="industry-text">{industry.text}</p>}
      <Points items={industry.features} />
    </li>
  );
}

function BriefIndustry({ industry }: { industry: Industry }) {
  return (
    <li className="industry-brief" id={industry.id}>
      {industry.icon && (
        <span className="chip">
          <Icon name={industry.icon} />
        </span>
      )}
      <ItemHeading>{industry.name}</ItemHeading>
      {industry.text && <p className="industry-text">{industry.text}</p>}
      <Points items={industry.features} />
    </li>
  );
}
