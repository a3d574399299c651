import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useSite } from '../content/site-context';
import type { Accepted, Form, FormState } from '../content/types.gen';
import { useQuery } from '../links/use-query';
import { expectNotifications } from '../ui/notifications';
import { chooseAgain, controlsOf, type Files, filesOf, filledIn, fillIn } from './controls';
import { draftOf, submitDraft } from './drafts';
import { choices } from './preselect';
import { FormError, honeypot } from './send-form';
import { validate } from './validate';

type Errors = Record<string, string>;

/** What came of the last attempt to send a form. */
export type Outcome = { sent: Pick<Accepted, 'reference'> } | { failed: { message?: string; fields?: Errors } };

/** Whether the script has a form in its hands: false in the server's HTML, and while that is taken over. */
const isTaken = () => true;
const isServed = () => false;
const never = () => () => undefined;

/** The life of one form: filling in, checking, sending, and what came of it. */
export function useContactForm(form: Form, state?: FormState) {
  const element = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const query = useQuery();
  const { errors: errorWords } = useSite();
  const taken = useSyncExternalStore(never, isTaken, isServed);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [errors, setErrors] = useState<Errors>((import.meta.env.SSR && state?.errors) || {});
  const [attempted, setAttempted] = useState(false);
  // State changes with the next render; a second click may come before that.
  const running = useRef(false);
  // What a link has chosen: nobody typed it.
  const chosen = useRef<Record<string, string>>({});

  useEffect(expectNotifications, []);

  const read = useCallback((): Record<string, string> => {
    const values: Record<string, string> = {};
    if (!element.current) return values;
    for (const { name } of form.fields) values[name] = filledIn(element.current, name);
    const trapValue = filledIn(element.current, honeypot);
    if (trapValue) values[honeypot] = trapValue;
    return values;
  }, [form]);

  const showErrors = useCallback(
    (found: Errors) => {
      // The list of what is wrong has to be there, so that it can be brought in sight.
      flushSync(() => setErrors(found));
      const first = form.fields.find(({ name }) => found[name]);
      if (first && element.current) show(element.current, first.name);
    },
    [form],
  );

  const follow = useCallback(
    async (request: Promise<Accepted>) => {
      running.current = true;
      setSending(true);
      setOutcome(undefined);
      try {
        const accepted = await request;
        element.current?.reset();
        setAttempted(false);
        setOutcome({ sent: accepted });
      } catch (error) {
        const answer = error instanceof FormError ? error.answer : undefined;
        // That is how fetch says that there is no connection.
        const offline = error instanceof TypeError ? errorWords.offline : undefined;
        setOutcome({ failed: { message: answer?.message ?? offline, fields: answer?.fields } });
        if (answer?.fields) showErrors(answer.fields);
      } finally {
        running.current = false;
        setSending(false);
      }
    },
    [showErrors, errorWords],
  );

  // What was typed, and what is on its way, comes back with the form: after the error screen, and on the way back.
  useLayoutEffect(() => {
    // What came with the document was there to be filled in before its script was.
    const draft = draftOf(form, taken ? performance.now() : 0);
    for (const [name, value] of Object.entries(draft.values)) element.current && fillIn(element.current, name, value);
    for (const [name, files] of Object.entries(draft.files))
      element.current && chooseAgain(element.current, name, files);
    if (draft.request) follow(draft.request);
    const { current } = element;
    return () => {
      if (current) draft.files = filesOf(current);
      const typed = Object.entries(read()).filter(([name, value]) => value && value !== chosen.current[name]);
      draft.values = Object.fromEntries(typed);
    };
  }, [form, taken, read, follow]);

  // What was chosen on the page that the visitor comes from; never instead of what was chosen here.
  useEffect(() => {
    for (const [name, value] of choices(query, form)) {
      if (element.current && fillIn(element.current, name, value)) chosen.current[name] = value;
    }
  }, [query, form]);

  const sent = outcome && 'sent' in outcome;
  // The button may stand at the edge of the window, and the words below it.
  useEffect(() => {
    // A field that is wrong has the focus, and is in sight.
    if (outcome && !('failed' in outcome && outcome.failed.fields))
      status.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The second click of a double click may come after the answer, and find the form cleared.
    if (running.current || sent) return;
    const values = read();
    const files = element.current ? filesOf(element.current) : {};
    const found = { ...validate(form, { ...values, ...names(files) }), ...tooLarge(form, files) };
    setAttempted(true);
    showErrors(found);
    if (Object.keys(found).length === 0) follow(submitDraft(form, values, files));
  };

  const onInput = (event: FormEvent) => {
    if (sent) setOutcome(undefined);
    const { name } = event.target as HTMLInputElement;
    // What the server found wrong is settled by the first change of the field; our own rules are checked again.
    if (!attempted || !errors[name]) return;
    const files = element.current ? filesOf(element.current) : {};
    const again = { ...validate(form, { ...read(), ...names(files) }), ...tooLarge(form, files) }[name];
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
    // With a script the form says itself what is wrong, all of it at once.
    noValidate: taken,
  };
}

/** Goes to a field that is wrong: it is in sight with its label, and the list of what is wrong where it fits. */
function show(form: HTMLFormElement, name: string): void {
  const [control] = controlsOf(form, name);
  control?.focus({ preventScroll: true });
  for (const part of [form.querySelector('[role=alert]'), control?.closest('fieldset,div')])
    part?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

const names = (files: Files): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([field, chosen]) => [field, chosen.map(({ name }) => name).join('\n')]),
  );

/** Of files that are too large the server would say it, too, but only when they have been on their way for minutes. */
function tooLarge(form: Form, files: Files): Errors {
  const wrong = form.fields.filter(({ name, megabytes = 0 }) =>
    files[name]?.some(({ size }) => size > megabytes * 1e6),
  );
  return Object.fromEntries(wrong.map(({ name, tooLarge }) => [name, tooLarge ?? '']));
}
