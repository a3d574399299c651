import type { ReactNode } from 'react';

export const orbits: ReactNode = (
  <>
    {[40, 80, 120, 160].map((radius) => (
      <circle className="d-stroke" cx="200" cy="200" key={radius} r={radius} />
    ))}
    <circle className="d-primary" cx="200" cy="120" r="7" />
    <circle className="d-accent" cx="85" cy="165" r="5" />
    <circle className="d-primary" cx="121" cy="61" r="4" />
    <circle className="d-accent" cx="200" cy="200" r="14" />
  </>
);

export const waves: ReactNode = (
  <>
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <path
        className={row === 2 ? 'd-stroke-primary' : 'd-stroke'}
        d={`M0 ${90 + row * 18}C50 ${20 + row * 26} 80 ${190 - row * 10} 130 ${110 + row * 8}S210 ${40 + row * 24} 240 ${90 + row * 14}`}
        key={row}
      />
    ))}
    <circle className="d-accent" cx="130" cy="126" r="6" />
  </>
);

export const mesh: ReactNode = (
  <>
    <path className="d-stroke" d="M40 170 90 90l70 30 50-80M90 90 70 30M160 120l40 70M90 90l30 100 40-70" />
    <circle className="d-primary" cx="90" cy="90" r="8" />
    <circle className="d-accent" cx="160" cy="120" r="8" />
    {['40,170', '210,40', '70,30', '200,190', '120,190'].map((at) => (
      <circle className="d-node" cx={at.split(',')[0]} cy={at.split(',')[1]} key={at} r="5" />
    ))}
  </>
);

export const blocks: ReactNode = (
  <>
    {[0, 1, 2, 3].map((column) =>
      [0, 1, 2, 3].map((row) => (
        <rect
          className={
            (column * 3 + row * 5) % 7 === 1 ? 'd-primary' : (column + row * 2) % 5 === 3 ? 'd-accent' : 'd-tint'
          }
          height="40"
          key={`${column} ${row}`}
          rx="6"
          width="40"
          x={40 + column * 48}
          y={20 + row * 48}
        />
      )),
    )}
  </>
);

export const layers: ReactNode = (
  <>
    {[150, 110, 70].map((y, index) => (
      <path
        className={index === 2 ? 'd-primary' : index === 1 ? 'd-tint' : 'd-node'}
        d={`M130 ${y - 50} 215 ${y} 130 ${y + 50} 45 ${y}Z`}
        key={y}
      />
    ))}
    <circle className="d-accent" cx="130" cy="70" r="9" />
  </>
);

export const signal: ReactNode = (
  <>
    {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((column) => (
      <rect
        className={column === 5 ? 'd-accent' : column % 2 ? 'd-tint' : 'd-primary'}
        height={40 + ((column * 47) % 110)}
        key={column}
        rx="5"
        width="10"
        x={40 + column * 20}
        y={90 - ((column * 47) % 110) / 2}
      />
    ))}
  </>
);
