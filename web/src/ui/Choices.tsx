import { clsx } from 'clsx';
import { FieldNotes, notesOf } from './Field';

export interface Choice {
  value: string;
  label: string;
}

interface Props {
  type: 'checkbox' | 'radio';
  /** Id of the first box, and the beginning of those of the others. */
  id: string;
  name: string;
  legend: string;
  /** Stands beside the legend of a field that may stay empty. */
  note?: string;
  hint?: string;
  error?: string;
  required?: boolean;
  className?: string;
  choices: Choice[];
  /** What is ticked first. */
  chosen?: string[];
}

const row = clsx(
  'flex min-h-11 min-w-0 cursor-pointer items-start gap-3 rounded-(--radius) border border-muted/70',
  'bg-background px-4 py-2.5 transition-paint hover:border-text has-checked:border-primary',
  'has-checked:bg-primary/5',
);

/** Boxes that answer one question: one of them, or any number. */
export function Choices({ type, id, name, legend, note, hint, error, required, className, choices, chosen }: Props) {
  return (
    <fieldset aria-describedby={notesOf({ id, hint, error })} className={clsx('grid content-start gap-2', className)}>
      <legend className="float-left flex w-full items-baseline justify-between gap-3 text-sm font-medium text-text">
        {legend}
        {note && <span className="shrink-0 text-xs font-normal text-muted">{note}</span>}
      </legend>
      <div className="grid grid-fit-52 gap-3">
        {choices.map(({ value, label }, index) => (
          <label className={clsx(row, error && 'border-danger')} key={value}>
            <input
              aria-invalid={error ? true : undefined}
              className={box}
              defaultChecked={chosen?.includes(value)}
              id={index === 0 ? id : `${id}-${index + 1}`}
              name={name}
              // Of several boxes none alone is the one that must be ticked.
              required={type === 'radio' && required}
              type={type}
              value={value}
            />
            <span className="min-w-0">{label}</span>
          </label>
        ))}
      </div>
      <FieldNotes error={error} hint={hint} id={id} />
    </fieldset>
  );
}

/** A box at the height of the first line beside it. */
export const box = 'mt-[0.2em] scroll-mt-14 size-5 shrink-0 cursor-pointer accent-primary';
