import { kindOf } from './field-kinds';
import type { FieldProps } from './Labelled';

/** A field of a form, drawn from its definition. */
export function FormField(props: FieldProps) {
  const { Draw } = kindOf(props.field);
  return <Draw {...props} />;
}
