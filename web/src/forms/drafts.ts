import type { Accepted, Form } from '../content/types.gen';
import { notify } from '../ui/notifications';
import { type Content, honeypot } from './controls';
import { idempotencyKey } from './idempotency-key';
import { type Filling, FormError, sendForm } from './send-form';

/**
 * What a visitor had filled in when a form was last taken off the page, and has begun to send. It lives as long as the
 * document does, in memory alone: nothing is stored on the device.
 */
interface Draft extends Content {
  /** When the form was first on the page, in milliseconds since the document was. */
  readonly born: number;
  /** The last attempt: what was sent, under which key. */
  attempt?: { key: string; content: string };
  /** The request that is on its way. */
  request?: Promise<Accepted>;
}

const drafts = new Map<string, Draft>();

const nameOf = ({ site, id }: Form) => `${site}/${id}`;

/** The draft of a form. A new one is empty, and born at the given time. */
export function draftOf(form: Form, born: number): Draft {
  const known = drafts.get(nameOf(form));
  if (known) return known;
  const draft = { values: {}, files: {}, born };
  drafts.set(nameOf(form), draft);
  return draft;
}

/** Forgets everything that was typed. */
export function dropDrafts(): void {
  drafts.clear();
}

/** Sends a form like sendForm, and says what came of it wherever the visitor is by then. */
export function submitDraft(form: Form, { values, files }: Content): Promise<Accepted> {
  const draft = draftOf(form, 0);
  // One key per filling: a retry is the same message, also when the answer to the first attempt was lost.
  const named = Object.values(files).flat();
  const content = JSON.stringify([values, named.map(({ name, size, lastModified }) => [name, size, lastModified])]);
  if (draft.attempt?.content !== content) draft.attempt = { key: idempotencyKey(), content };
  draft.request = send(form, draft, { values, files, key: draft.attempt.key, age: performance.now() - draft.born });
  return draft.request;
}

async function send(form: Form, draft: Draft, filling: Filling): Promise<Accepted> {
  try {
    const accepted = await sendForm(form, filling);
    // For what counts (integrations/begin.ts); a program that fills in whatever it finds is nobody to count.
    const detail = [form.id, accepted.reference];
    if (!filling.values[honeypot]) document.dispatchEvent(new CustomEvent('form-sent', { detail }));
    draft.attempt = undefined;
    draft.values = {};
    draft.files = {};
    notify({ kind: 'success', ...form.success, silent: isOnDisplay(form) });
    return accepted;
  } catch (error) {
    console.error(error);
    // The key belongs to another message: with it, this one would never be taken.
    if (error instanceof FormError && error.answer?.code === 'conflict') draft.attempt = undefined;
    notify({ kind: 'error', ...form.failure, silent: isOnDisplay(form) });
    throw error;
  } finally {
    draft.request = undefined;
  }
}

/** Whether the visitor has the form before them, which says below its button what came of it. */
function isOnDisplay(form: Form): boolean {
  return document.getElementById(`form-${form.id}`)?.checkVisibility() ?? false;
}
