import { Icon } from '../ui/Icon';
import type { Level } from './lines';
import { words } from './words';

const icons = { good: 'check', look: 'alert', bad: 'fail' } as const;
const colours = { good: 'text-good', look: 'text-warn', bad: 'text-bad' };

/** How something is, by shape, colour and name. */
export const Sign = ({ level }: { level: Level }) => (
  <span role="img" aria-label={words[level]} title={words[level]} className={`shrink-0 ${colours[level]}`}>
    <Icon name={icons[level]} />
  </span>
);
