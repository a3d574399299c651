import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const points = Array.from({ length: 48 }, (_, index) => {
  const angle = (index * Math.PI) / 24;
  const radius = index % 2 === 0 ? 96 : 88;
  // Rounded, so that every JavaScript engine writes the same digits.
  return `${Math.round(100 + radius * Math.cos(angle))},${Math.round(100 + radius * Math.sin(angle))}`;
}).join(' ');

const seal = clsx(
  'relative isolate grid aspect-square w-[clamp(8rem,6rem+8vw,12.5rem)] place-items-center',
  'text-[clamp(2.5rem,2rem+2vw,3.75rem)] text-on-primary [&>.icon]:[stroke-width:1.5]',
);

/** A seal with a sign in the middle. Decoration. */
export function SealScene({ children }: { children?: ReactNode }) {
  return (
    <div aria-hidden="true" className={seal} data-slot="icon">
      <svg className="absolute inset-0 -z-1" focusable="false" viewBox="0 0 200 200">
        <polygon className="fill-primary" points={points} />
        <g fill="none" stroke="currentColor">
          <circle cx="100" cy="100" opacity="0.5" r="76" />
          <circle cx="100" cy="100" opacity="0.5" r="68" strokeDasharray="2 5" />
          {!children && <path d="m68 102 22 22 44-48" strokeLinecap="round" strokeLinejoin="round" strokeWidth="9" />}
        </g>
      </svg>
      {children}
    </div>
  );
}
