import type { Industries } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { FrameScene } from '../ui/scenes/FrameScene';
import { Section } from '../ui/Section';
import { Points } from './Points';

export function IndustriesSection({ items, ...head }: Industries) {
  return (
    <Section {...head} head="split">
      <ul className="industries">
        {items.map((industry, index) => (
          <li className="industry" id={industry.id} key={industry.id}>
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
        ))}
      </ul>
    </Section>
  );
}
