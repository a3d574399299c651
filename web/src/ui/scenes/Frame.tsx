import { type ReactNode, useId } from 'react';

interface Props {
  className?: string;
  /** What stands on the drawn page: shapes in a space of 480 by 268, filled with the classes of scenes.css. */
  children: (photo: string) => ReactNode;
}

/** A drawn browser window. Children get the paint of pictures as an address for `fill`. */
export function Frame({ className, children }: Props) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      className={className ? `frame ${className}` : 'frame'}
      focusable="false"
      viewBox="0 0 480 300"
    >
      <defs>
        <linearGradient id={`${id}photo`} x1="0" x2="1" y1="0" y2="1">
          <stop className="stop-primary" offset="0" />
          <stop className="stop-accent" offset="1" />
        </linearGradient>
        <clipPath id={`${id}clip`}>
          <rect className="frame-corner" height="299" width="479" x="0.5" y="0.5" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${id}clip)`}>
        <rect className="d-surface" height="300" width="480" />
        <rect className="d-ghost" height="32" width="480" />
        <circle className="d-soft" cx="20" cy="16" r="4.5" />
        <circle className="d-soft" cx="36" cy="16" r="4.5" />
        <circle className="d-soft" cx="52" cy="16" r="4.5" />
        <rect className="d-surface" height="14" rx="7" width="180" x="150" y="9" />
        <g transform="translate(0 32)">{children(`url(#${id}photo)`)}</g>
      </g>
      <rect className="d-edge frame-corner" height="299" width="479" x="0.5" y="0.5" />
    </svg>
  );
}
