import type { Field, FieldChecks, Form } from '../content/types.gen';
import { unread } from './controls';

/**
 * What is wrong with the values, by the name of the field, in the words of the
 * field, else of the interface. Nothing is for what neither says, such as that
 * it is too long: the server has the words for that.
 */
export function validate(form: Form, values: Record<string, string>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.fields) {
    const wrong = misfit(field, (values[field.name] ?? '').trim());
    const words = wrong && (field.message ?? field.checks?.[wrong]);
    if (words) errors[field.name] = words;
  }
  return errors;
}

/** What the HTML standard takes for an address, where a mail can be sent: the rule of internal/site/form.go. */
const address =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

/** Which of its rules a value breaks. */
function misfit(field: Field, value: string): keyof FieldChecks | undefined {
  if (value === '') return field.required ? 'required' : undefined;
  if (field.type === 'number') return misnumber(field, Number(value));
  // Characters as people count them, not UTF-16 units.
  if ([...value].length < (field.min ?? 0)) return 'tooShort';
  if (field.type === 'email' && !address.test(value)) return 'format';
  if (field.type !== 'date') return undefined;
  if (value === unread) return 'format';
  return field.minDate && value < field.minDate ? 'tooLow' : undefined;
}

/** Which of the bounds and steps of its field a number breaks. */
function misnumber({ min = 0, max, step = '1' }: Field, number: number): keyof FieldChecks | undefined {
  if (Number.isNaN(number)) return 'format';
  if (number < min) return 'tooLow';
  if (max && number > max) return 'tooHigh';
  const steps = (number - min) / Number(step);
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : 'step';
}
