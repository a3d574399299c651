import {
  type FormEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useSite } from '../content/site-context';
import type { Accepted, Form, FormState } from '../content/types.gen';
import { useFollow } from '../links/use-follow';
import { useQuery } from '../links/use-query';
import { expectNotifications } from '../ui/notifications';
import { chooseAgain, contentOf, controlsOf, fillIn } from './controls';
import { draftOf, submitDraft } from './drafts';
import { offerTimes } from './offer';
import { choices } from './preselect';
import { FormError } from './send-form';
import { validate } from './validate';

type Errors = Record<string, string>;

/** What came of the last attempt to send a form. */
interface Outcome {
  sent: boolean;
  reference?: string;
  /** Why it was not sent, and which fields are wrong. */
  message?: string;
  fields?: Errors;
}

const never = () => () => undefined;

/** The life of one form: filling in, checking, sending, and what came of it. */
export function useContactForm(form: Form, state?: FormState) {
  const element = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const query = useQuery();
  const goTo = useFollow();
  const { errors: errorWords } = useSite();
  // Whether the script has the form in its hands: false in the server's HTML, and while that is taken over.
  const taken = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [errors, setErrors] = useState<Errors>((import.meta.env.SSR && state?.errors) || {});
  const [attempted, setAttempted] = useState(false);
  // State changes with the next render; a second click may come before that.
  const running = useRef(false);
  // What a link has chosen: nobody typed it.
  const chosen = useRef<Record<string, string>>({});

  useEffect(expectNotifications, []);

  const showErrors = (found: Errors) => {
    // The list of what is wrong has to be there, so that it can be brought in sight.
    flushSync(() => setErrors(found));
    const first = form.fields.find(({ name }) => found[name]);
    if (first && element.current) show(element.current, first.name);
  };

  const follow = async (request: Promise<Accepted>) => {
    running.current = true;
    setSending(true);
    setOutcome(undefined);
    try {
      const { reference } = await request;
      // Whoever has left for another page stays there.
      if (element.current && form.thanks?.href) goTo(form.thanks);
      element.current?.reset();
      setAttempted(false);
      setOutcome({ sent: true, reference });
    } catch (error) {
      const answer = error instanceof FormError ? error.answer : undefined;
      // That is how fetch says that there is no connection.
      const offline = error instanceof TypeError ? errorWords.offline : undefined;
      setOutcome({ sent: false, message: answer?.message ?? offline, fields: answer?.fields });
      if (answer?.fields) showErrors(answer.fields);
    } finally {
      running.current = false;
      setSending(false);
    }
  };
  const resume = useEffectEvent(follow);

  // What was typed, and what is on its way, comes back with the form: after the error screen, and on the way back.
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // What came with the document was there to be filled in before its script was.
    const draft = draftOf(form, taken ? performance.now() : 0);
    for (const [name, value] of Object.entries(draft.values)) fillIn(current, name, value);
    for (const [name, files] of Object.entries(draft.files)) chooseAgain(current, name, files);
    if (draft.request) resume(draft.request);
    return () => {
      const { values, files } = contentOf(current, form);
      const typed = Object.entries(values).filter(([name, value]) => value && value !== chosen.current[name]);
      draft.values = Object.fromEntries(typed);
      draft.files = files;
    };
  }, [form, taken]);

  // What was chosen on the page that the visitor comes from; never instead of what was chosen here.
  useEffect(() => {
    for (const [name, value] of choices(query, form)) {
      if (element.current && fillIn(element.current, name, value)) chosen.current[name] = value;
    }
    if (element.current) offerTimes(element.current, form);
  }, [query, form]);

  // The button may stand at the edge of the window, and the words below it.
  useEffect(() => {
    // A field that is wrong has the focus, and is in sight.
    if (outcome && !outcome.fields) status.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The second click of a double click may come after the answer, and find the form cleared.
    if (running.current || outcome?.sent) return;
    const content = contentOf(event.currentTarget, form);
    const found = validate(form, content.values, content.files);
    setAttempted(true);
    showErrors(found);
    if (Object.keys(found).length === 0) follow(submitDraft(form, content));
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    if (outcome?.sent) setOutcome(undefined);
    offerTimes(event.currentTarget, form);
    const { name } = event.target as HTMLInputElement;
    // What the server found wrong is settled by the first change of the field; our own rules are checked again. What is
    // said of a group stands at one of its fields, and changes with each.
    const { atLeast } = form;
    const settled = (of: string) => of === name || (atLeast?.fields.includes(name) && errors[of] === atLeast.words);
    if (!attempted || !Object.keys(errors).some(settled)) return;
    const { values, files } = contentOf(event.currentTarget, form);
    const again = validate(form, values, files);
    const kept = Object.entries(errors).map(([of, words]) => [of, settled(of) ? again[of] : words]);
    setErrors(Object.fromEntries(kept.filter(([, words]) => words)));
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
  for (const part of [form.querySelector('[role=alert]'), control?.closest('div:has(label)')])
    part?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
