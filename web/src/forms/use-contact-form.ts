import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Form } from '../content/types.gen';
import { notify } from '../ui/notifications';
import { FormError, sendForm } from './send-form';
import { hasMessages, validate } from './validate';

type Errors = Record<string, string>;

/** The life of one form: filling in, checking, sending, and what came of it. */
export function useContactForm(form: Form) {
  const element = useRef<HTMLFormElement>(null);
  const [ready, setReady] = useState(false);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [attempted, setAttempted] = useState(false);
  // State changes with the next render; a second click may come before that.
  const running = useRef(false);
  // One key per filling: a retry is the same message, also when the answer to the first attempt was lost.
  const last = useRef({ key: '', content: '' });

  useEffect(() => setReady(true), []);

  const read = (): Record<string, string> => {
    const values: Record<string, string> = {};
    if (!element.current) return values;
    const data = new FormData(element.current);
    for (const { name } of form.fields) values[name] = String(data.get(name) ?? '');
    return values;
  };
  const showErrors = (found: Errors) => {
    setErrors(found);
    const first = form.fields.find(({ name }) => found[name]);
    const control = first && element.current?.elements.namedItem(first.name);
    if (control instanceof HTMLElement) control.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    const values = read();
    const found = validate(form, values);
    setAttempted(true);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    running.current = true;
    setSending(true);
    setFailed(false);
    const content = JSON.stringify(values);
    if (last.current.content !== content) last.current = { key: crypto.randomUUID(), content };
    try {
      await sendForm(form, values, last.current.key);
      last.current = { key: '', content: '' };
      element.current?.reset();
      setAttempted(false);
      notify({ kind: 'success', title: form.success.title, text: form.success.text });
    } catch (error) {
      console.error(error);
      setFailed(true);
      if (error instanceof FormError) showErrors(error.fields);
      notify({ kind: 'error', title: form.failure.title, text: form.failure.text });
    } finally {
      running.current = false;
      setSending(false);
    }
  };

  const onInput = (event: FormEvent) => {
    const { name } = event.target as HTMLInputElement;
    // What the server found wrong is settled by the first change of the field; our own rules are checked again.
    if (!attempted || !errors[name]) return;
    const again = validate(form, read())[name];
    setErrors(({ [name]: _, ...others }) => (again ? { ...others, [name]: again } : others));
  };

  return { element, sending, failed, errors, submit, onInput, noValidate: ready && hasMessages(form) };
}
