import type { Operation, Value } from '../api/types';
import { words } from '../words';

/** Whether a text stands for the bytes of a picture or a file. */
const isSum = (text: string) => /^sha256:[\da-f]{64}$/.test(text);

/** A value as a person reads it: its words, whatever they are in. */
export function inWords(value: Value | undefined): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'string') return isSum(value) ? words.aFile : value;
  return Object.values(value).map(inWords).join(' · ') || words.nothing;
}

/** What a change does, before and after. */
export function ChangeWords({ op, old, value }: Pick<Operation, 'op' | 'old' | 'value'>) {
  const isGone = op === 'remove' || op === 'unset';
  const isNew = op === 'insert' || (op === 'set' && old === undefined);
  if (op === 'move') return <p className="text-muted">{words.moved}</p>;
  return (
    <p className="grid gap-1 break-words">
      {isGone && <span className="text-muted">{words.removed}</span>}
      {isNew ? <span className="text-muted">{words.added}</span> : <del className="line-clamp-4">{inWords(old)}</del>}
      {!isGone && <ins className="line-clamp-4 no-underline">{inWords(value)}</ins>}
    </p>
  );
}
