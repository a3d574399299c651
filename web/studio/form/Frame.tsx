import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import type { Problem } from '../api/types';
import { IconButton } from '../ui/Button';
import { factsIn } from './facts';
import { problemsAt, useForm } from './form-context';
import { Sentence } from './Sentence';
import { helpOf, type Schema } from './schema';
import { words } from './words';

/** What wires an input to its words; `data-at` is how the focus finds it. */
export interface Control {
  id: string;
  'data-at': string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface Props {
  at: string;
  label: string;
  schema: Schema;
  /** A text that it is about: for what is left of its length, and for the facts in it. */
  text?: string;
  /** Several inputs together: the label is that of a group. */
  isGroup?: boolean;
  /** Has its label for screen readers alone, as in a list. */
  isQuiet?: boolean;
  /** Shows problems of what is below, too: nothing else does. */
  deep?: boolean;
  onRemove?: (() => void) | undefined;
  children: (control: Control) => ReactNode;
}

/** What stands around an input: its label and help, what is wrong, and what it refers to. */
export function Frame({ at, label, schema, text = '', isGroup, isQuiet, deep, onRemove, children }: Props) {
  const { file, choices, onOpen } = useForm();
  const id = useId();
  const found = problemsAt(file.problems, at, deep);
  const left = schema.maxLength === undefined ? undefined : schema.maxLength - [...text].length;
  const describedBy = `${id}-help ${id}-left ${id}-problems`;
  const group = isGroup && { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy };
  return (
    <div className="grid min-w-0 gap-1" {...group}>
      <div className="flex items-center justify-between gap-2">
        <label
          id={`${id}-label`}
          htmlFor={isGroup ? undefined : id}
          className={clsx('font-medium text-sm', isQuiet && 'sr-only')}
        >
          {label}
        </label>
        {onRemove && (
          <IconButton icon="close" label={words.removeThis(label)} className="-my-3 text-muted" onClick={onRemove} />
        )}
      </div>
      <p id={`${id}-help`} className="text-muted text-sm empty:hidden">
        {!isQuiet && helpOf(schema, label)}
      </p>
      {children({
        id,
        'data-at': at,
        'aria-describedby': isGroup ? undefined : describedBy,
        'aria-invalid': found.some(({ severity }) => severity === 'error'),
      })}
      <p className="flex flex-wrap gap-1 empty:hidden">
        {factsIn(text, file.file, choices.facts).map(({ words: said, home }, i) => (
          <button
            key={i}
            type="button"
            className="min-h-11 min-w-11 rounded-full bg-tint px-3 text-sm enabled:text-accent enabled:underline"
            disabled={!home}
            aria-label={home && words.open(said)}
            onClick={() => home && onOpen(home)}
          >
            {said}
          </button>
        ))}
      </p>
      <p id={`${id}-left`} className={clsx('text-sm empty:hidden', Number(left) < 0 ? 'text-bad' : 'text-muted')}>
        {left !== undefined && words.left(left)}
      </p>
      <ProblemWords id={`${id}-problems`} problems={found} />
    </div>
  );
}

/** Problems as check words them, read out as they come. */
export const ProblemWords = ({ id, problems }: { id?: string; problems: Problem[] }) => (
  <div id={id} aria-live="polite" className="grid gap-1 text-sm empty:hidden">
    {problems.map(({ severity, message, hint }, i) => (
      <p key={i} className={severity === 'error' ? 'text-bad' : 'text-warn'}>
        <Sentence words={message} />{' '}
        <span className="text-muted">
          <Sentence words={hint} />
        </span>
      </p>
    ))}
  </div>
);
