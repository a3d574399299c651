import { useMe } from '../api/use-api';
import { Icon } from '../ui/Icon';
import { type Level, linesOf, useStatus, worst } from './lines';
import { words } from './words';

const icons = { good: 'check', look: 'alert', bad: 'fail' } as const;
const colours = { good: 'text-good', look: 'text-warn', bad: 'text-bad' };

/** How something is, by shape, colour and name. */
export const Sign = ({ level }: { level: Level }) => (
  <span role="img" aria-label={words[level]} title={words[level]} className={`shrink-0 ${colours[level]}`}>
    <Icon name={icons[level]} />
  </span>
);

/** Says in the menu that something is to be mended. */
export function StatusMark() {
  const { data: me } = useMe();
  const { data } = useStatus();
  return data && me && worst(linesOf(data, me)) === 'bad' && <Sign level="bad" />;
}
