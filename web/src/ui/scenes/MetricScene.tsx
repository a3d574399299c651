import type { ReactNode } from 'react';

const pulse = <path className="d-stroke-primary" d="M0 30h34l8-18 12 34 10-24 6 8h50" />;

const links = (
  <>
    <path className="d-stroke" d="M12 30h96M60 30 30 10M60 30l30-20M60 30 30 50M60 30l30 20" />
    {['12,30', '108,30', '30,10', '90,10', '30,50', '90,50'].map((at) => (
      <circle className="d-node" cx={at.split(',')[0]} cy={at.split(',')[1]} key={at} r="4" />
    ))}
    <circle className="d-primary" cx="60" cy="30" r="7" />
  </>
);

const rings = (
  <>
    {[0, 1, 2, 3, 4].map((index) => (
      <circle className={index === 2 ? 'd-accent' : 'd-tint'} cx={16 + index * 22} cy="30" key={index} r="14" />
    ))}
  </>
);

const bars = (
  <>
    {[14, 22, 18, 30, 26, 38, 34, 48].map((height, index) => (
      <rect
        className={index === 7 ? 'd-primary' : 'd-tint'}
        height={height}
        key={index}
        rx="2"
        width="9"
        x={index * 15}
        y={54 - height}
      />
    ))}
  </>
);

const drawings: ReactNode[] = [pulse, links, rings, bars];

/** A small chart beside a figure; the number chooses which. Decoration: it shows no data. */
export function MetricScene({ index }: { index: number }) {
  return (
    <svg aria-hidden="true" className="mb-8 h-15 w-30 print:hidden" focusable="false" viewBox="0 0 120 60">
      {drawings[index % drawings.length]}
    </svg>
  );
}
