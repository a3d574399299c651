import type { Metrics } from '../content/types.gen';
import { Section } from '../ui/Section';
import { MetricScene } from '../ui/scenes/MetricScene';

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
