import type { Field, FieldChecks, Form } from '../content/types.gen';
import type { Content } from './controls';
import { kindOf } from './field-kinds';
import { openTimes } from './offer';

/**
 * What is wrong with a form, by the name of the field, in the words of the field, else of the interface. What neither
 * says, such as that something is too long, is left to the server, which has the words for that.
 */
export function validate(form: Form, values: Content['values'], files: Content['files'] = {}): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.fields) {
    const { name, message, checks, megabytes = 0, tooLarge = '' } = field;
    const chosen = files[name];
    const value = chosen ? chosen.map((file) => file.name).join('\n') : (values[name] ?? '');
    const wrong = misfit(field, value.trim());
    const words = wrong && (message ?? checks?.[wrong]);
    if (words) errors[name] = words;
    // The server would say it, too, but only when the files have been on their way for minutes.
    if (chosen?.some(({ size }) => size > megabytes * 1e6)) errors[name] = tooLarge;
  }
  const { offer } = form;
  const open = openTimes(form, values);
  const time = (offer && values[offer.time]) ?? '';
  if (offer?.closed && open && (time ? !open.includes(time) : !open.length)) errors[offer.time] = offer.closed;
  const { fields: group = [], of = 0, words = '' } = form.atLeast ?? {};
  const empty = group.filter((name) => !files[name] && !/[^0.,\s-]/.test(values[name] ?? ''));
  const [first] = empty;
  if (first && group.length - empty.length < of) errors[first] ??= words;
  return errors;
}

/** Which of its rules a value breaks. */
function misfit(field: Field, value: string): keyof FieldChecks | undefined {
  if (value === '') return field.required ? 'required' : undefined;
  return kindOf(field).misfit?.(field, value);
}
