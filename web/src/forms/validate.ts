import type { Field, FieldChecks, Form } from '../content/types.gen';
import { type Content, unread } from './controls';
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

/** What the HTML standard takes for an address, where a mail can be sent: the rule of internal/site/form.go. */
const address =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

/** An address as the server has it: without marks, in plain signs, with its domain as mail has it. */
function ascii(value: string): string {
  const typed = value
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .trim();
  const [local, domain = ''] = typed.split('@');
  if (/^[ -~]*$/.test(domain)) return typed;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return typed; // no domain: the rule of addresses says so
  }
}

/** Which of its rules a value breaks. */
function misfit(field: Field, value: string): keyof FieldChecks | undefined {
  if (value === '') return field.required ? 'required' : undefined;
  if (field.type === 'number') {
    // These mean the same in all languages. The server reads others as the language of the site writes them.
    const plain = /^-?\d+(?:[.,]\d{1,2})?$/.test(value);
    if (plain) return misnumber(field, Number(value.replace(',', '.')));
    return /\p{Nd}/u.test(value) ? undefined : 'format';
  }
  // Characters as people count them, not UTF-16 units.
  if ([...value].length < (field.min ?? 0)) return 'tooShort';
  if (field.type === 'email' && !address.test(ascii(value))) return 'format';
  if (field.type !== 'date') return undefined;
  if (value === unread) return 'format';
  if (field.minDate && value < field.minDate) return 'tooLow';
  return field.maxDate && value > field.maxDate ? 'tooHigh' : undefined;
}

/** Which of the bounds and steps of its field a number breaks. */
function misnumber({ min = 0, max, step = '1' }: Field, number: number): keyof FieldChecks | undefined {
  if (number < min) return 'tooLow';
  if (max && number > max) return 'tooHigh';
  const steps = (number - min) / Number(step);
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : 'step';
}
