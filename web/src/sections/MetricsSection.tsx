import type { Metrics } from '../content/types.gen';
import { MetricScene } from '../ui/scenes/MetricScene';
import { Section } from '../ui/Section';

export function MetricsSection({ items, ...head }: Metrics) {
  return (
    <Section {...head} head="split">
      <ul className="metrics">
        {items.map((item, index) => (
          <li className="metric" key={item.label}>
            <MetricScene index={index} />
            <p className="metric-value">{item.value}</p>
            <p className="metric-label">{item.label}</p>
            {item.text && <p className="metric-text">{item.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
