import type { ReactNode } from 'react';

const inputs = [50, 110, 170];
const hidden = [30, 80, 140, 190];

/** Neurons in three layers, one way through them lit. */
export const neurons: ReactNode = (
  <>
    {inputs.map((from) => (
      <path className="d-stroke" d={hidden.map((to) => `M40 ${from} 120 ${to}`).join('')} key={from} />
    ))}
    <path className="d-stroke" d={hidden.map((from) => `M120 ${from} 200 110`).join('')} />
    <path className="d-stroke-primary" d="M40 50 120 80 200 110" />
    {inputs.map((y) => (
      <circle className={y === 50 ? 'd-primary' : 'd-node'} cx="40" cy={y} key={y} r="8" />
    ))}
    {hidden.map((y) => (
      <circle className={y === 80 ? 'd-primary' : 'd-node'} cx="120" cy={y} key={y} r="8" />
    ))}
    <circle className="d-accent" cx="200" cy="110" r="14" />
  </>
);

const far = ['40,48', '66,30', '204,66', '214,104', '190,190', '52,182', '84,200', '30,120'];
const near = ['116,92', '146,104', '108,128', '142,136'];

/** Points in space, and those that lie near to one. */
export const neighbours: ReactNode = (
  <>
    <circle className="d-tint" cx="127" cy="115" r="56" />
    <circle className="d-stroke-primary" cx="127" cy="115" r="56" />
    {far.map((at) => (
      <circle className="d-node" cx={at.split(',')[0]} cy={at.split(',')[1]} key={at} r="6" />
    ))}
    {near.map((at) => (
      <circle className="d-primary" cx={at.split(',')[0]} cy={at.split(',')[1]} key={at} r="7" />
    ))}
    <circle className="d-accent" cx="127" cy="115" r="8" />
  </>
);

/** A shield within shields. */
export const shield: ReactNode = (
  <>
    <path
      className="d-stroke"
      d="M120 12c28 18 56 24 88 26v66c0 52-38 82-88 104-50-22-88-52-88-104V38c32-2 60-8 88-26z"
    />
    <path className="d-tint" d="M120 38c22 13 42 18 66 20v48c0 38-28 60-66 76-38-16-66-38-66-76V58c24-2 44-7 66-20z" />
    <path
      className="d-primary"
      d="M120 66c14 8 27 12 42 13v30c0 24-18 38-42 49-24-11-42-25-42-49V79c15-1 28-5 42-13z"
    />
    <circle className="d-accent" cx="120" cy="112" r="11" />
  </>
);

/** A task in steps, ticked off one after the other. */
export const plan: ReactNode = (
  <>
    <path className="d-stroke" d="M56 46v128" />
    {[46, 110, 174].map((y, index) => (
      <g key={y}>
        <circle className={index === 2 ? 'd-node' : index === 1 ? 'd-accent' : 'd-primary'} cx="56" cy={y} r="14" />
        <rect className={index === 1 ? 'd-tint' : 'd-ghost'} height="40" rx="8" width="128" x="88" y={y - 20} />
        <path className="d-stroke-primary" d={`M104 ${y}h${[64, 40, 22][index]}`} />
      </g>
    ))}
  </>
);
