import type { ErrorAnswer, Form } from '../content/types.gen';

/** The address that takes all forms. */
export const formAction = '/api/send-contact-email';

/** What goes with the fields to say whose form it is; forms of the kind message carry no type (SPEC section 7). */
export function envelope(form: Form): Record<string, string> {
  const common = { site: form.site, form: form.id };
  return form.kind === 'message' ? common : { ...common, type: form.kind };
}

/** Why a form was not taken. */
export class FormError extends Error {
  constructor(
    message: string,
    /** What is wrong with which field, by its name. */
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'FormError';
  }
}

/**
 * Sends a form. The key names this filling of the form: sent again with the
 * same key, it is still one message. Throws a FormError when it was refused,
 * and what fetch throws when there was no answer.
 */
export async function sendForm(form: Form, values: Record<string, string>, key: string): Promise<void> {
  const response = await fetch(formAction, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ ...envelope(form), ...values }),
  });
  const answer = parse(await response.text());
  if (answer?.error) throw new FormError(answer.error.message, answer.error.fields);
  // An answer that is no JSON is not ours: somebody in between took the message, a captive portal for one.
  if (!response.ok || !answer) throw new FormError(`${response.status} ${response.statusText}`.trim());
}

/** The answer, or null when it is no JSON. */
function parse(text: string): Partial<ErrorAnswer> | null {
  try {
    return JSON.parse(text) as Partial<ErrorAnswer> | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
