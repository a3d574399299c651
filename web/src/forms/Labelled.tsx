import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useSite } from '../content/site-context';
import type { Field as Definition } from '../content/types.gen';
import { type ControlProps, Field } from '../ui/Field';

export interface FieldProps {
  id: string;
  field: Definition;
  error?: string;
  /** What was typed, where the server draws it again. */
  value?: string;
}

/** What all fields have around their control or their boxes. */
export function useFrame({ id, field, error }: FieldProps) {
  const { labels } = useSite();
  return {
    // Halves side by side have their controls on one line, however long their labels are.
    className: field.half ? 'sm:row-span-2' : 'sm:col-span-2',
    error,
    hint: field.hint,
    id,
    note: field.required ? undefined : labels.optional,
  };
}

interface Control extends ControlProps {
  autoComplete?: string;
  name: string;
  required?: boolean;
  defaultValue?: string;
}

/** A control with its label, hint and error. */
export function Labelled({ children, ...props }: FieldProps & { children: (control: Control) => ReactNode }) {
  const { field, value } = props;
  const { autocomplete: autoComplete, name, required } = field;
  const frame = useFrame(props);
  return (
    <Field {...frame} className={clsx(frame.className, field.half && 'sm:grid-rows-subgrid')} label={field.label}>
      {(control) =>
        children({
          ...control,
          autoComplete,
          name,
          required,
          ...(import.meta.env.SSR && { defaultValue: value }),
        })
      }
    </Field>
  );
}

/** A line that people write into: words may run from right to left, whatever the language of the page. */
export function Line({ type, ...props }: FieldProps & { type: string }) {
  return <Labelled {...props}>{(control) => <input {...control} {...written(props.field)} type={type} />}</Labelled>;
}

/** What all have that people write into. */
export const written = ({ min, max, placeholder }: Definition) => ({
  dir: 'auto',
  minLength: min || undefined,
  maxLength: max || undefined,
  placeholder,
});

/** Whether it has too few characters: as people count them, not UTF-16 units. */
export const tooShort = ({ min = 0 }: Definition, value: string) => ([...value].length < min ? 'tooShort' : undefined);
