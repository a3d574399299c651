import type { ReactNode } from 'react';

/** Draws a website in a space of 480 by 268; photo is the paint of pictures. */
type FrameLayout = (photo: string) => ReactNode;

const Line = ({ x, y, width, strong }: { x: number; y: number; width: number; strong?: boolean }) => (
  <rect
    className={strong ? 'd-text' : 'd-soft'}
    height={strong ? 9 : 5}
    rx={strong ? 2 : 2.5}
    width={width}
    x={x}
    y={y}
  />
);

const Navigation = () => (
  <>
    <circle className="d-primary" cx="32" cy="22" r="7" />
    <Line width={34} x={300} y={20} />
    <Line width={34} x={346} y={20} />
    <rect className="d-primary frame-shape" height="18" width="56" x="398" y="13" />
  </>
);

const wide: FrameLayout = (photo) => (
  <>
    <rect fill={photo} height="128" width="480" />
    <circle className="d-surface" cx="32" cy="22" r="7" />
    <rect className="d-surface" height="13" rx="2" width="190" x="32" y="56" />
    <rect className="d-surface" height="5" opacity="0.75" rx="2.5" width="150" x="32" y="80" />
    <rect className="d-surface frame-shape" height="20" width="74" x="32" y="96" />
    {[0, 1, 2].map((row) => (
      <g key={row}>
        <Line width={110 - row * 14} x={32} y={150 + row * 32} strong />
        <Line width={170} x={32} y={165 + row * 32} />
        <rect className="d-accent" height="6" rx="3" width="26" x="226" y={152 + row * 32} />
      </g>
    ))}
    <rect className="d-tint frame-shape" height="92" width="170" x="280" y="148" />
    <rect className="d-surface frame-shape" height="16" width="138" x="296" y="164" />
    <rect className="d-surface frame-shape" height="16" width="138" x="296" y="188" />
    <rect className="d-primary frame-shape" height="16" width="138" x="296" y="212" />
  </>
);

const columns: FrameLayout = (photo) => (
  <>
    <Navigation />
    <Line width={150} x={32} y={66} strong />
    <Line width={196} x={32} y={82} strong />
    {[0, 1, 2].map((row) => (
      <Line key={row} width={180 - row * 30} x={32} y={106 + row * 13} />
    ))}
    <rect className="d-primary frame-shape" height="22" width="88" x="32" y="152" />
    <path className="d-tint" d="M300 176V98a57 57 0 0 1 114 0v78z" />
    <circle cx="357" cy="98" fill={photo} r="22" />
    <path d="M318 176a39 44 0 0 1 78 0z" fill={photo} />
    <rect className="d-line" height="1" width="416" x="32" y="196" />
    {[0, 1, 2].map((column) => (
      <g key={column}>
        <Line width={64} x={32 + column * 144} y={212} strong />
        <Line width={112} x={32 + column * 144} y={230} />
        <Line width={84} x={32 + column * 144} y={243} />
      </g>
    ))}
  </>
);

const gallery: FrameLayout = (photo) => (
  <>
    <Navigation />
    <rect className="frame-shape" fill={photo} height="190" width="150" x="32" y="52" />
    <rect className="d-tint frame-shape" height="88" width="122" x="194" y="52" />
    <circle className="d-accent" cx="255" cy="96" r="24" />
    <rect className="d-ghost frame-shape" height="90" width="122" x="194" y="152" />
    <Line width={70} x={210} y={176} strong />
    <Line width={88} x={210} y={196} />
    <Line width={60} x={210} y={209} />
    <rect className="d-primary frame-shape" height="120" width="122" x="328" y="52" />
    <path className="d-surface" d="M352 172a37 46 0 0 1 74 0z" opacity="0.5" />
    <rect className="frame-shape" fill={photo} height="58" opacity="0.55" width="122" x="328" y="184" />
  </>
);

const schedule: FrameLayout = (photo) => (
  <>
    <rect className="d-ghost" height="268" width="132" />
    <circle className="d-primary" cx="32" cy="26" r="8" />
    {[0, 1, 2, 3].map((row) => (
      <Line key={row} width={72 - row * 9} x={24} y={64 + row * 24} />
    ))}
    <rect className="frame-shape" fill={photo} height="64" width="88" x="22" y="180" />
    <Line width={130} x={156} y={24} strong />
    {[0, 1, 2, 3].map((column) => (
      <g key={column}>
        <Line width={30} x={156 + column * 76} y={56} />
        <rect className="d-ghost frame-shape" height="172" width="64" x={156 + column * 76} y="72" />
        <rect
          className={column === 2 ? 'd-primary frame-shape' : 'd-tint frame-shape'}
          height={34 + (column % 3) * 14}
          width="56"
          x={160 + column * 76}
          y={78 + ((column * 37) % 60)}
        />
        <rect
          className="d-accent frame-shape"
          height="22"
          width="56"
          x={160 + column * 76}
          y={204 - ((column * 23) % 42)}
        />
      </g>
    ))}
  </>
);

/** Small drawn websites, to be chosen by number. */
export const frameLayouts: FrameLayout[] = [wide, columns, gallery, schedule];
