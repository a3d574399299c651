import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

/** What the control inside a field needs to be tied to its label, hint and error. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface Props {
  /** Id of the control, where something links to it. */
  id?: string;
  label: string;
  /** Stands beside the label of a field that may stay empty. */
  note?: string;
  hint?: string;
  error?: string;
  className?: string;
  /** Draws the control: an input, select or textarea. */
  children: (control: ControlProps) => ReactNode;
}

const control = clsx(
  'w-full scroll-mt-12 rounded-(--radius) border border-muted/70 bg-background px-4 py-3 text-base',
  'text-text placeholder:text-muted transition-paint hover:border-text focus-visible:border-primary',
  'focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-primary',
  'aria-invalid:border-danger disabled:opacity-60 rtl:placeholder-shown:[direction:rtl]',
);

/** A control with its label, hint and error, tied together for assistive technology. */
export function Field({ id: given, label, note, hint, error, className, children }: Props) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={clsx('grid content-start gap-2', className)}>
      <label className="flex items-baseline justify-between gap-3 self-end text-sm font-medium text-text" htmlFor={id}>
        {label}
        {note && <span className="shrink-0 text-xs font-normal text-muted">{note}</span>}
      </label>
      <div className="grid content-start gap-2">
        {children({
          id,
          className: control,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': notesOf({ id, hint, error }),
        })}
        <FieldNotes error={error} hint={hint} id={id} />
      </div>
    </div>
  );
}

interface Notes {
  /** Id of the control that they are about. */
  id: string;
  hint?: string;
  error?: string;
}

/** The ids of the notes, for aria-describedby. */
export function notesOf({ id, hint, error }: Notes): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** What stands below a control: its hint, and what is wrong. */
export function FieldNotes({ id, hint, error }: Notes) {
  return (
    <>
      {hint && (
        <p className="text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="text-sm text-danger" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
