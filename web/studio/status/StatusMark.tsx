import { useMe } from '../api/use-api';
import { linesOf, useStatus, worst } from './lines';
import { Sign } from './Sign';

/** Says in the menu that something is to be mended. */
export function StatusMark() {
  const { data: me } = useMe();
  const { data } = useStatus();
  return data && me && worst(linesOf(data, me)) === 'bad' && <Sign level="bad" />;
}
