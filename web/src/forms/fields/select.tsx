import { clsx } from 'clsx';
import { useSite } from '../../content/site-context';
import type { FieldKind } from '../field-kinds';
import { type FieldProps, Labelled } from '../Labelled';

/** A choice of options. */
export function Draw(props: FieldProps) {
  const { labels } = useSite();
  const { field, value: typed } = props;
  return (
    <Labelled {...props}>
      {(control) => (
        <select
          {...control}
          className={clsx(control.className, 'pe-11')}
          // A value that is none of the options would show the first of them.
          defaultValue={import.meta.env.SSR && field.options?.some((option) => option.value === typed) ? typed : ''}
        >
          <option disabled={field.required} value="">
            {field.placeholder ?? labels.choose}
          </option>
          {field.options?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label || value}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export const kind: FieldKind = { Draw };
