import type { Accepted, ErrorAnswer, Form } from '../content/types.gen';
import type { Content } from './controls';

/** The address that takes all forms. */
export const formAction = '/api/send-contact-email';

/** How long the server may take, in milliseconds. What arrived all the same is not sent twice: the key stays. */
const timeout = 30_000;

/** The same for files, which may be large. */
const uploadTimeout = 200_000;

/** What goes with the fields to say whose form it is; forms of the kind message carry no type (SPEC section 7). */
export function envelope(form: Form): Record<string, string> {
  return { site: form.site, form: form.id, ...(form.kind !== 'message' && { type: form.kind }) };
}

/** Why a form was not taken. */
export class FormError extends Error {
  constructor(
    message: string,
    /** What the server says about it, in words for the visitor; undefined when it was not the server who answered. */
    readonly answer?: ErrorAnswer['error'],
  ) {
    super(message);
    this.name = 'FormError';
  }
}

/** One filling of a form. */
export interface Filling extends Content {
  /** Names the filling: sent again with the same key, it is still one message. */
  key: string;
  /** How long the form has been there, in milliseconds. */
  age: number;
}

/** Sends a form. Throws a FormError when it was refused, and what fetch throws when there was no answer. */
export async function sendForm(form: Form, { values, files, key, age }: Filling): Promise<Accepted> {
  const fields = { ...envelope(form), ...values };
  const upload = Object.keys(files).length > 0;
  const response = await fetch(formAction, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      ...(!upload && { 'Content-Type': 'application/json' }),
      'Idempotency-Key': key,
      'Form-Age': `${Math.round(age)}`,
      'Form-Campaign': campaign(),
    },
    body: upload ? multipart(fields, files) : JSON.stringify(fields),
    signal: AbortSignal.timeout(upload ? uploadTimeout : timeout),
  });
  const answer = parse(await response.text());
  if (answer?.error) throw new FormError(answer.error.message, answer.error);
  // An answer that is no JSON is not ours: somebody in between took the message, a captive portal for one.
  if (!response.ok || !answer) throw new FormError(`${response.status} ${response.statusText}`.trim());
  return answer as Accepted;
}

/** A form with files, as the browser itself would send it. */
function multipart(fields: Content['values'], files: Content['files']): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) if (!files[name]) data.append(name, value);
  for (const [name, chosen] of Object.entries(files)) for (const file of chosen) data.append(name, file);
  return data;
}

/** The query of the address that the visit began with: the server reads the campaign in it. Nothing is stored for it. */
function campaign(): string {
  const [first] = performance.getEntriesByType('navigation');
  return first?.name.split(/[?#]/)[1]?.slice(0, 2000) ?? '';
}

/** The answer, or null when it is no JSON. */
function parse(text: string): Partial<ErrorAnswer & Accepted> | null {
  try {
    return JSON.parse(text) as Partial<ErrorAnswer & Accepted> | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
