import type { ReactNode } from 'react';

const points = Array.from({ length: 48 }, (_, index) => {
  const angle = (index * Math.PI) / 24;
  const radius = index % 2 === 0 ? 96 : 88;
  // Rounded, so that every JavaScript engine writes the same digits.
  return `${Math.round(100 + radius * Math.cos(angle))},${Math.round(100 + radius * Math.sin(angle))}`;
}).join(' ');

/** A seal with a sign in the middle. Decoration. */
export function SealScene({ children }: { children?: ReactNode }) {
  return (
    <div aria-hidden="true" className="seal" data-slot="icon">
      <svg focusable="false" viewBox="0 0 200 200">
        <polygon className="fill-primary" points={points} />
        <circle className="seal-ring" cx="100" cy="100" r="76" />
        <circle className="seal-ring seal-dashes" cx="100" cy="100" r="68" />
        {!children && <path className="seal-check" d="m68 102 22 22 44-48" />}
      </svg>
      {children}
    </div>
  );
}
