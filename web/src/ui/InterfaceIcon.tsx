// The few signs of the interface itself. They stand here, not in a site's
// sprite, which holds the icons that the content names.
import { clsx } from 'clsx';

const drawings = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  check: 'm20 6-11 11-5-5',
  close: 'M18 6 6 18M6 6l12 12',
  open: 'M4 4h16v16H4z',
  done: 'M4 4h16v16H4zm4 8 3 3 5-6',
  return: 'm9 10-5 5 5 5M20 4v7a4 4 0 0 1-4 4H4',
  back: 'm12 19-7-7 7-7M19 12H5',
  sun: 'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4',
  moon: 'M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9',
} as const;

interface Props {
  name: keyof typeof drawings;
  className?: string;
}

export function InterfaceIcon({ name, className }: Props) {
  const classes = clsx('icon', (name === 'back' || name === 'return') && 'rtl:[scale:-1_1]', className);
  return (
    <svg aria-hidden="true" className={classes} focusable="false" viewBox="0 0 24 24">
      <path d={drawings[name]} />
    </svg>
  );
}
