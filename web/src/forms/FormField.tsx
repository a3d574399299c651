import { useSite } from '../content/site-context';
import type { Field as FieldDefinition } from '../content/types.gen';
import { type ControlProps, Field } from '../ui/Field';

interface Props {
  id: string;
  field: FieldDefinition;
  error?: string;
  /** What was typed, where the server draws it again. */
  value?: string;
}

/** A field of a form, drawn from its definition. */
export function FormField({ id, field, error, value }: Props) {
  const { labels } = useSite();
  return (
    <Field
      className={field.half ? undefined : 'sm:col-span-2'}
      error={error}
      hint={field.hint}
      id={id}
      label={field.label}
      note={field.required ? undefined : labels.optional}
    >
      {(control) => <Control control={control} field={field} value={value} />}
    </Field>
  );
}

interface ControlOf {
  control: ControlProps;
  field: FieldDefinition;
  value?: string;
}

function Control({ control, field, value: typed }: ControlOf) {
  const { labels } = useSite();
  const common = {
    ...control,
    autoComplete: field.autocomplete,
    name: field.name,
    required: field.required,
    ...(import.meta.env.SSR && { defaultValue: typed }),
  };
  // Words may run from right to left, whatever the language of the page.
  const written = { dir: 'auto', minLength: field.min || undefined, maxLength: field.max || undefined };
  switch (field.type) {
    case 'textarea':
      return <textarea {...common} {...written} placeholder={field.placeholder} rows={6} />;
    case 'select':
    case 'time':
      return (
        <select
          {...common}
          className={`${common.className} pr-11`}
          defaultValue={import.meta.env.SSR && isOption(field, typed) ? typed : ''}
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
      );
    case 'date':
      return <input {...common} min={field.minDate} type="date" />;
    case 'text':
    case 'email':
    case 'tel':
      return <input {...common} {...written} placeholder={field.placeholder} type={field.type} />;
  }
}

/** A select whose value is none of its options would show the first of them. */
function isOption({ options }: FieldDefinition, value?: string): boolean {
  return options?.some((option) => option.value === value) ?? false;
}
