import { Drawing } from '../Drawing';
import { ItemHeading } from '../Heading';
import { Icon } from '../Icon';

interface Entry {
  title: string;
  text?: string;
  icon?: string;
  /** The part of the drawing that it lights, and its anchor. */
  part?: string;
}

interface Props {
  drawing: Parameters<typeof Drawing>[0]['drawing'];
  items: Entry[];
  /** The entry that each part is lit by, counted from 1. */
  steps?: Readonly<Record<string, number>>;
}

/** A drawing, and a legend whose entries light its parts: by pointer, by keyboard, and by the page's address. */
export function LegendScene({ drawing, items, steps }: Props) {
  return (
    <div className="legend" data-slot="scene">
      <Drawing className="legend-drawing" drawing={drawing} steps={steps} />
      <ul className="border-b border-rule sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:gap-x-8">
        {items.map(({ title, text, icon, part }, index) => (
          <li className="legend-item" data-step={index + 1} id={part} key={index}>
            {icon && <Icon className="mt-0.5 text-[1.375rem] text-primary" name={icon} />}
            <div>
              <ItemHeading size="small">{part ? <a href={`#${part}`}>{title}</a> : title}</ItemHeading>
              {text && <p className="mt-0.5 text-fine/normal text-muted">{text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
