import type { Field, Form } from '../content/types.gen';

/** Whether the form brings its own messages; without any, the browser checks and says it in its own words. */
export function hasMessages(form: Form): boolean {
  return form.fields.some((field) => field.message);
}

/**
 * What is wrong with the values, by the name of the field. A field without a
 * message of its own cannot be wrong here, and none is for what its message
 * does not say, such as that it is too long: the server has the words for that.
 */
export function validate(form: Form, values: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.fields) {
    if (field.message && !fits(field, values[field.name] ?? '')) errors[field.name] = field.message;
  }
  return errors;
}

/** What the HTML standard takes for an address, where a mail can be sent: the rule of internal/site/address.go. */
const address =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

function fits(field: Field, typed: string): boolean {
  const value = typed.trim();
  if (value === '') return !field.required;
  if (field.type === 'number') return isNumberOf(field, value);
  // Characters as people count them, not UTF-16 units.
  if ([...value].length < (field.min ?? 0)) return false;
  if (field.type === 'email' && !address.test(value)) return false;
  if (field.type === 'date' && field.minDate && value < field.minDate) return false;
  return true;
}

/** Whether it is a number within the bounds of its field, and one of its steps. */
function isNumberOf({ min = 0, max, step = '1' }: Field, value: string): boolean {
  const number = Number(value);
  const steps = (number - min) / Number(step);
  return number >= min && (!max || number <= max) && Math.abs(steps - Math.round(steps)) < 1e-6;
}
