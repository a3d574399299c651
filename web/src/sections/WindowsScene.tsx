import { clsx } from 'clsx';
import { useId } from 'react';
import type { Industries } from '../content/types.gen';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Words } from '../ui/Words';
import { Points } from './Points';
import { SampleSite } from './SampleSite';

/**
 * One large shop window that is dressed for the industry a visitor chooses. The style sheet does it (.windows), so
 * that it works without a script.
 */
export function WindowsScene({ items, label, title }: Industries) {
  const name = useId();
  return (
    <fieldset className="min-w-0" data-await-near>
      {title && <legend className="sr-only">{title}</legend>}
      <ul className="windows" data-slot="items">
        {items.map(({ sample, ...industry }, index) => (
          <li data-slot="item" key={industry.id}>
            <ItemHeading className="window-name" id={industry.id}>
              <label data-slot="tab">
                <input className="sr-only" defaultChecked={index === 0} name={name} type="radio" />
                {industry.icon && <Icon className="print:hidden" name={industry.icon} />}
                <span>{industry.name}</span>
              </label>
            </ItemHeading>
            <div className="window-words grid content-start gap-x-12 gap-y-4" data-slot="body">
              {industry.text && <p className="text-muted">{industry.text}</p>}
              <Points className="grid-fit-60 gap-x-10 text-fine" items={industry.features} />
            </div>
            {sample && (
              <div data-slot="media" className={clsx('window-front', sample.class)}>
                <Words className="window-tag" slot="label" text={label} />
                <SampleSite drawing={industry.drawing} sample={sample} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
