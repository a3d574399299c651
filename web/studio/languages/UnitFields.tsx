import { useId } from 'react';
import type { FileAnswer, Operation, Value } from '../api/types';
import { useQueue } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { ProblemWords } from '../form/Frame';
import { problemsAt } from '../form/form-context';
import { isTable } from '../form/schema';
import { Button } from '../ui/Button';
import { pathName } from '../views/part';
import type { Unit } from './types';
import { words } from './words';

interface Props {
  unit: Unit;
  /** See BesideAnswer. */
  placeholder: string;
  /** That of the translation; undefined where it is not there. */
  file: FileAnswer | undefined;
  /** Of the original and of the translation. */
  languages: [string, string];
  isReadOnly: boolean;
  onDone: () => void;
}

const colours = { missing: 'text-bad', stale: 'text-warn', 'not recorded': 'text-muted', current: 'text-good' };

/** An operation with the words that somebody typed in place of what stands for them. */
const filled = (operation: Operation, placeholder: string, typed: string): Operation =>
  JSON.parse(JSON.stringify(operation).replaceAll(placeholder, () => JSON.stringify(typed).slice(1, -1)));

/** Whether a value is the one that something begins with, but for the words that are typed. */
const isSame = (begin: Value | undefined, value: Value, placeholder: string) =>
  !isTable(begin) ||
  !isTable(value) ||
  Object.entries(begin).every(
    ([key, each]) => typeof each !== 'string' || each.includes(placeholder) || value[key] === each,
  );

/** A text of the original, and the field of its translation. */
export function UnitFields({ unit, placeholder, file, languages: [from, to], isReadOnly, onDone }: Props) {
  const { path, state, source, at, begin } = unit;
  const queue = useQueue();
  const id = useId();
  const title = pathName(path.replace(/\[\w+=([^\]]*)\]/g, '.$1'));
  const value = file && at ? valueAt(file.values, at) : undefined;
  const text = typeof value === 'string' ? value : '';
  const found = file && at ? problemsAt(file.problems, at) : [];
  const isThere = value !== undefined;
  // With the first of its texts, what this one stands in has begun.
  const around = file && begin ? valueAt(file.values, begin.at) : undefined;
  const isBegun =
    around !== undefined && (begin?.op === 'set' || isTable(around)) && isSame(begin?.value, around, placeholder);
  function type(typed: string) {
    const operation =
      !isThere && begin && !isBegun ? filled(begin, placeholder, typed) : { op: 'set' as const, at, value: typed };
    if (file) queue.change({ file: file.file, ...operation, old: value ?? null, isNew: !isThere });
  }
  return (
    <li className="card">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="min-w-0 break-words font-medium text-sm">
          {title}
        </h2>
        <span className={`text-sm ${colours[state]}`}>{words.states[state]}</span>
      </div>
      <div className="grid gap-2 md:grid-cols-2 md:gap-4">
        <p lang={from} dir="auto" className="whitespace-pre-wrap break-words text-muted">
          <span className="sr-only">{words.original}: </span>
          {source}
        </p>
        {file && !at && <p className="text-muted text-sm">{words.byHand}</p>}
        {file && at && (
          <div className="grid content-start gap-1">
            <textarea
              className="field-sizing-content input max-h-[60dvh] resize-none"
              lang={to}
              dir="auto"
              rows={Math.min(12, Math.ceil(Math.max(text.length, source.length) / 45) + source.split('\n').length - 1)}
              aria-label={`${words.translation}: ${title}`}
              aria-describedby={`${id}-problems`}
              aria-invalid={found.some(({ severity }) => severity === 'error')}
              readOnly={isReadOnly}
              value={text}
              onChange={({ target }) =>
                type(source.includes('\n') ? target.value : target.value.replace(/\s*\n\s*/g, ' '))
              }
            />
            <ProblemWords id={`${id}-problems`} problems={found} />
          </div>
        )}
      </div>
      {isThere && state !== 'current' && !isReadOnly && (
        <Button aria-describedby={id} onClick={onDone}>
          {words.translated}
        </Button>
      )}
    </li>
  );
}
