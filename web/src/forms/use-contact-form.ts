import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Accepted, Form, FormState } from '../content/types.gen';
import { useQuery } from '../links/use-query';
import { expectNotifications, notify } from '../ui/notifications';
import { idempotencyKey } from './idempotency-key';
import { choices } from './preselect';
import { FormError, sendForm, trap } from './send-form';
import { hasMessages, validate } from './validate';

type Errors = Record<string, string>;

/** What came of the last attempt to send a form. */
export type Outcome = { sent: Pick<Accepted, 'reference'> } | { failed: { message?: string } };

/** The life of one form: filling in, checking, sending, and what came of it. */
export function useContactForm(form: Form, state?: FormState) {
  const element = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const query = useQuery();
  const [ready, setReady] = useState(false);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [errors, setErrors] = useState<Errors>((import.meta.env.SSR && state?.errors) || {});
  const [attempted, setAttempted] = useState(false);
  // State changes with the next render; a second click may come before that.
  const running = useRef(false);
  const born = useRef(0);
  // One key per filling: a retry is the same message, also when the answer to the first attempt was lost.
  const last = useRef({ key: '', content: '' });

  useEffect(() => {
    // What came with the document was there to be filled in before its script was.
    if (document.documentElement.dataset.hydrated) born.current = performance.now();
    setReady(true);
  }, []);

  useEffect(expectNotifications, []);

  // What was chosen on the page that the visitor comes from; never instead of what was chosen here.
  useEffect(() => {
    for (const [name, value] of choices(query, form)) {
      const control = element.current?.elements.namedItem(name);
      if (control instanceof HTMLSelectElement && !control.value) control.value = value;
    }
  }, [query, form]);

  const read = (): Record<string, string> => {
    const values: Record<string, string> = {};
    if (!element.current) return values;
    const data = new FormData(element.current);
    for (const { name } of form.fields) values[name] = String(data.get(name) ?? '');
    if (data.get(trap)) values[trap] = String(data.get(trap));
    return values;
  };
  const showErrors = (found: Errors) => {
    setErrors(found);
    const first = form.fields.find(({ name }) => found[name]);
    const control = first && element.current?.elements.namedItem(first.name);
    if (control instanceof HTMLElement) control.focus();
  };

  const sent = outcome && 'sent' in outcome;
  // The button may stand at the edge of the window, and the words below it.
  useEffect(() => {
    if (sent) status.current?.scrollIntoView({ block: 'nearest' });
  }, [sent]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The second click of a double click may come after the answer, and find the form cleared.
    if (running.current || sent) return;
    const values = read();
    const found = validate(form, values);
    setAttempted(true);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    running.current = true;
    setSending(true);
    setOutcome(undefined);
    try {
      const content = JSON.stringify(values);
      if (last.current.content !== content) last.current = { key: idempotencyKey(), content };
      const accepted = await sendForm(form, { values, key: last.current.key, age: performance.now() - born.current });
      last.current = { key: '', content: '' };
      element.current?.reset();
      setAttempted(false);
      setOutcome({ sent: accepted });
      notify({ kind: 'success', title: form.success.title, text: form.success.text });
    } catch (error) {
      console.error(error);
      const answer = error instanceof FormError ? error.answer : undefined;
      // The key belongs to another message: with it, this one would never be taken.
      if (answer?.code === 'conflict') last.current = { key: '', content: '' };
      setOutcome({ failed: { message: answer?.message } });
      if (answer?.fields) showErrors(answer.fields);
      notify({ kind: 'error', title: form.failure.title, text: form.failure.text });
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  const onInput = (event: FormEvent) => {
    if (sent) setOutcome(undefined);
    const { name } = event.target as HTMLInputElement;
    // What the server found wrong is settled by the first change of the field; our own rules are checked again.
    if (!attempted || !errors[name]) return;
    const again = validate(form, read())[name];
    setErrors(({ [name]: _, ...others }) => (again ? { ...others, [name]: again } : others));
  };

  return {
    element,
    status,
    sending,
    outcome,
    errors,
    submit,
    onInput,
    noValidate: ready && (hasMessages(form) || sent),
  };
}
