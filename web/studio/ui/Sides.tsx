import type { Value } from '../api/types';
import { words } from '../words';
import { Button } from './Button';
import { inWords } from './ChangeWords';

interface Props {
  mine: Value | undefined;
  theirs: Value | undefined;
  onTake: (take: 'mine' | 'theirs') => void;
}

/** What somebody has typed and what stands there now, of which one is taken. */
export const Sides = ({ mine, theirs, onTake }: Props) => (
  <>
    <dl className="grid gap-2 border-warn border-s-2 ps-3">
      <dt className="text-muted text-sm">{words.yours}</dt>
      <dd className="line-clamp-6 break-words">{inWords(mine)}</dd>
      <dt className="text-muted text-sm">{words.now}</dt>
      <dd className="line-clamp-6 break-words">{inWords(theirs)}</dd>
    </dl>
    <p className="flex flex-wrap gap-2">
      <Button onClick={() => onTake('mine')}>{words.takeMine}</Button>
      <Button onClick={() => onTake('theirs')}>{words.takeTheirs}</Button>
    </p>
  </>
);
