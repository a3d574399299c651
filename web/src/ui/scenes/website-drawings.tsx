import type { ReactNode } from 'react';

/** A curve with the handles that shape it. */
export const curve: ReactNode = (
  <>
    <path className="d-stroke" d="M30 60h72M138 160h72" />
    <path className="d-stroke-primary" d="M30 160C30 100 66 60 102 60S174 160 210 160" />
    {[30, 210].map((x) => (
      <circle className="d-node" cx={x} cy={x === 30 ? 60 : 160} key={x} r="5" />
    ))}
    <rect className="d-accent" height="14" width="14" x="95" y="53" />
    <rect className="d-primary" height="14" width="14" x="23" y="153" />
    <rect className="d-primary" height="14" width="14" x="203" y="153" />
  </>
);

/** One layout on a screen and on a phone. */
export const devices: ReactNode = (
  <>
    <rect className="d-surface d-outline" height="116" rx="8" width="164" x="16" y="40" />
    <path className="d-ghost" d="M24 40h148a8 8 0 0 1 8 8v12H16V48a8 8 0 0 1 8-8z" />
    <rect className="d-tint" height="64" rx="4" width="62" x="30" y="76" />
    <path className="d-stroke" d="M106 84h58M106 100h58M106 116h34" />
    <rect className="d-surface d-outline" height="132" rx="14" width="70" x="150" y="64" />
    <rect className="d-primary" height="46" rx="6" width="54" x="158" y="72" />
    <circle className="d-accent" cx="185" cy="95" r="11" />
    <path className="d-stroke" d="M162 134h46M162 148h46" />
    <rect className="d-tint" height="18" rx="5" width="46" x="162" y="164" />
  </>
);

/** A search, and the result that comes first. */
export const results: ReactNode = (
  <>
    <rect className="d-surface d-outline" height="36" rx="18" width="200" x="20" y="24" />
    <circle className="d-stroke-primary" cx="42" cy="40" r="7" />
    <path className="d-stroke-primary" d="m47 45 6 6M66 42h58" />
    <rect className="d-tint" height="54" rx="6" width="200" x="20" y="74" />
    <rect className="d-primary" height="9" rx="2" width="112" x="36" y="88" />
    <circle className="d-accent" cx="200" cy="93" r="7" />
    <path className="d-stroke" d="M36 112h140M36 148h84M36 164h148M36 188h64M36 204h120" />
  </>
);

/** A dial, far to the right. */
export const dial: ReactNode = (
  <>
    <path className="d-stroke d-wide" d="M40 160a80 80 0 0 1 160 0" />
    <path className="d-stroke-primary d-wide" d="M40 160A80 80 0 0 1 176.6 103.4" />
    <path className="d-stroke-primary" d="m120 160 46-46" />
    <circle className="d-accent" cx="120" cy="160" r="11" />
    <path className="d-stroke" d="M62 160h-8M120 102v-8M178 160h8M79 119l-5-5" />
  </>
);

/** Machines in a rack, one of them busy. */
export const rack: ReactNode = (
  <>
    {[30, 86, 142].map((y, index) => (
      <g key={y}>
        <rect className={index === 1 ? 'd-tint' : 'd-surface d-outline'} height="46" rx="7" width="176" x="32" y={y} />
        <circle className={index === 1 ? 'd-accent' : 'd-primary'} cx="54" cy={y + 23} r="6" />
        <circle className="d-soft" cx="74" cy={y + 23} r="4" />
        <path className={index === 1 ? 'd-stroke-primary' : 'd-stroke'} d={`M128 ${y + 17}h60M128 ${y + 29}h60`} />
      </g>
    ))}
  </>
);

/** A letter with a page in it. */
export const letter: ReactNode = (
  <>
    <path className="d-tint" d="M32 92 120 34l88 58v96H32z" />
    <rect className="d-surface d-outline" height="112" rx="5" width="136" x="52" y="48" />
    <rect className="d-primary" height="10" rx="2" width="66" x="68" y="66" />
    <path className="d-stroke" d="M68 92h104M68 106h76" />
    <path className="d-primary" d="m32 92 88 60 88-60v96H32z" />
    <circle className="d-accent" cx="188" cy="52" r="14" />
  </>
);

/** A picture that fills its frame. */
export const picture: ReactNode = (
  <>
    <rect className="d-tint" height="150" width="190" x="30" y="34" />
    <circle className="d-accent" cx="168" cy="84" r="26" />
    <path className="d-primary" d="M30 184v-44l56-56 62 62 30-26 42 40v24z" />
    <path className="d-stroke-primary" d="M18 50V22h28M232 168v28h-28" />
  </>
);

/** A letterform between its guide lines. */
export const letterform: ReactNode = (
  <>
    <path className="d-stroke" d="M16 48h208M16 96h208M16 172h208" />
    <path className="d-primary" d="M104 48h26l46 124h-30l-10-30H92l-10 30H60zm11 30-16 44h31z" />
    <circle className="d-accent" cx="198" cy="158" r="14" />
  </>
);

/** A little in the middle of much room, measured. */
export const room: ReactNode = (
  <>
    <rect className="d-surface d-outline" height="172" width="208" x="16" y="24" />
    <rect className="d-primary" height="52" width="68" x="86" y="84" />
    <path className="d-stroke-primary" d="M22 110h56M162 110h56M120 30v46M120 144v46" />
    <path className="d-stroke" d="M86 24v172M154 24v172M16 84h208M16 136h208" />
    <circle className="d-accent" cx="120" cy="110" r="8" />
  </>
);

/** Keys, one of them in focus. */
export const keys: ReactNode = (
  <>
    {[34, 96, 158].map((x) => (
      <rect className="d-tint" height="48" key={x} rx="8" width="48" x={x} y="44" />
    ))}
    <rect className="d-primary" height="48" rx="8" width="110" x="34" y="112" />
    <rect className="d-stroke-primary" height="64" rx="14" width="126" x="26" y="104" />
    <rect className="d-tint" height="48" rx="8" width="48" x="164" y="112" />
    <circle className="d-accent" cx="120" cy="68" r="9" />
  </>
);
