import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Field as FieldDefinition } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Checkbox } from '../ui/Checkbox';
import { Choices } from '../ui/Choices';
import { type ControlProps, Field } from '../ui/Field';

/** The button of a field for files. */
const chooser = clsx(
  'cursor-pointer file:me-4 file:cursor-pointer file:rounded-(--radius) file:border-0',
  'file:bg-primary/10 file:px-3 file:py-1 file:font-medium file:text-text',
);

/** What a single box sends when it is ticked (internal/site/form.go). */
const ticked = 'yes';

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
  const common = {
    className: field.half ? undefined : 'sm:col-span-2',
    error,
    hint: field.hint,
    id,
  };
  const note = field.required ? undefined : labels.optional;
  const { name, label, required, options, link } = field;
  if (options && (field.type === 'radio' || field.type === 'checkbox')) {
    const choices = options.map((option) => ({ value: option.value, label: option.label || option.value }));
    const chosen = import.meta.env.SSR ? value?.split('\n') : undefined;
    return <Choices {...common} {...{ name, note, required, choices, chosen }} legend={label} type={field.type} />;
  }
  if (field.type === 'consent' || field.type === 'checkbox') {
    const ticks = field.type === 'consent' ? label : ticked;
    return (
      // Other words are another consent: nobody has ticked that.
      <Checkbox
        key={label}
        {...common}
        {...{ name, label, required }}
        ticked={import.meta.env.SSR ? value === ticks : undefined}
        value={ticks}
      >
        {link && <SiteLink className="text-primary underline" link={link} />}
      </Checkbox>
    );
  }
  return (
    <Field {...common} label={label} note={note}>
      {(control) => <Control control={control} field={field} value={value} />}
    </Field>
  );
}

function Control({ control, field, value: typed }: Pick<Props, 'field' | 'value'> & { control: ControlProps }) {
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
          className={clsx(common.className, 'pe-11')}
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
      );
    case 'date':
      return <input {...common} max={field.maxDate} min={field.minDate} type="date" />;
    case 'file':
      return (
        <input
          {...control}
          accept={field.acceptTypes}
          className={clsx(control.className, chooser)}
          multiple={(field.max ?? 1) > 1}
          name={field.name}
          required={field.required}
          type="file"
        />
      );
    case 'number':
      // Not of the type number: what browsers make of 12,50 depends on their own language.
      return (
        <input
          {...common}
          dir="ltr"
          inputMode={(field.min ?? 0) < 0 ? 'text' : 'decimal'}
          placeholder={field.placeholder}
          type="text"
        />
      );
    case 'text':
    case 'email':
    case 'tel':
      return <input {...common} {...written} placeholder={field.placeholder} type={field.type} />;
    default:
      field.type satisfies 'checkbox' | 'radio' | 'consent'; // which are drawn as boxes
      return null;
  }
}
