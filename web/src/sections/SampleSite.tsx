import type { Drawing as DrawingData, Sample } from '../content/types.gen';
import { Drawing } from '../ui/Drawing';
import { SubHeading } from '../ui/Heading';
import { phrases } from '../ui/phrases';

/** A small website, in words that are read; nothing in it leads anywhere. */
export function SampleSite({ sample, drawing }: { sample: Sample; drawing?: DrawingData }) {
  return (
    <div className={`sample sample-${sample.layout}`}>
      <div className="sample-bar">
        <p className="sample-sign">{sample.name}</p>
        {sample.navigation && (
          <ul data-slot="points">
            {sample.navigation.map((words, index) => (
              <li key={index}>{words}</li>
            ))}
          </ul>
        )}
      </div>
      {drawing && (
        <div className="sample-picture print:hidden">
          <Drawing cover drawing={drawing} />
        </div>
      )}
      <div className="sample-words grid justify-items-start gap-4">
        {sample.eyebrow && <p className="sample-eyebrow">{sample.eyebrow}</p>}
        <SubHeading className="sample-title" size="page">
          {sample.title}
        </SubHeading>
        {sample.text && <p>{sample.text}</p>}
        {sample.action && <p className="sample-action">{sample.action}</p>}
      </div>
      {sample.lists && (
        <div className="sample-lists grid justify-items-start gap-4">
          {sample.lists.map((list, index) => (
            <div key={index}>
              {list.title && <p className="sample-list">{list.title}</p>}
              <ul>
                {list.items.map((item, index) => (
                  <li className="flex gap-4" data-slot="item" key={index}>
                    <span>{item.name}</span>
                    {item.text && <small data-slot="words">{phrases(item.text)}</small>}
                    {item.value && <b data-slot="value">{item.value}</b>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      {sample.note && <p className="sample-note">{phrases(sample.note)}</p>}
    </div>
  );
}
