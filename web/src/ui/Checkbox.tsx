import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { box } from './Choices';
import { FieldNotes, notesOf } from './Field';

interface Props {
  id: string;
  name: string;
  /** What is sent when it is ticked. */
  value: string;
  label: string;
  hint?: string;
  error?: string;
  required?: boolean;
  className?: string;
  ticked?: boolean;
  /** Stands behind the words, and is no part of the label: a link to the rest. */
  children?: ReactNode;
}

/** One box, with what it says beside it. */
export function Checkbox({ id, name, value, label, hint, error, required, className, ticked, children }: Props) {
  return (
    <div className={clsx('grid content-start gap-2', className)}>
      <div className="flex items-start gap-3">
        <input
          aria-describedby={notesOf({ id, hint, error })}
          aria-invalid={error ? true : undefined}
          className={clsx(box, 'pointer-coarse:mt-3.5')}
          defaultChecked={ticked}
          id={id}
          name={name}
          required={required}
          type="checkbox"
          value={value}
        />
        <p className="min-w-0">
          <label className="cursor-pointer pointer-coarse:inline-block pointer-coarse:py-2.5" htmlFor={id}>
            {label}
          </label>{' '}
          {children}
        </p>
      </div>
      <FieldNotes error={error} hint={hint} id={id} />
    </div>
  );
}
