import { type ComponentProps, useId } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
}

/** An input of one line with its label, and what is wrong with it. */
export function Field({ label, error, ...rest }: Props) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input {...rest} id={id} className="input" aria-invalid={!!error} aria-describedby={error && `${id}-error`} />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
