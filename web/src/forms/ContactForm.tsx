import { use } from 'react';
import { FormStateContext } from '../content/form-state';
import { useSite } from '../content/site-context';
import type { Field, Form, FormState } from '../content/types.gen';
import { Button } from '../ui/Button';
import { honeypot } from './controls';
import { ErrorSummary } from './ErrorSummary';
import { FormField } from './FormField';
import { FormNotice } from './FormNotice';
import { Sent } from './Sent';
import { envelope, formAction } from './send-form';
import { useContactForm } from './use-contact-form';

interface Props {
  form: Form;
  /** What became of it, where the page answers a native form post: in the server alone. */
  state?: FormState;
}

/**
 * A form of forms.yaml. Without scripts the browser checks and sends it, and the server answers with a page.
 * `#form-<id>` is its anchor; where the page says that it was sent, that of the words that say so.
 */
export function ContactForm({ form, state }: Props) {
  const { labels } = useSite();
  const { element, status, sending, outcome, errors, submit, onInput, noValidate } = useContactForm(form, state);
  const idOf = ({ name }: Field) => `${form.id}-${name}`;
  const id = `form-${form.id}`;
  const sent = import.meta.env.SSR ? state?.reference : undefined;
  // Of the page's state, not of this form's: the other forms were on that page as well.
  const from = import.meta.env.SSR ? use(FormStateContext)?.from : undefined;
  return (
    <form
      action={formAction}
      data-interactive
      encType={form.fields.some(({ type }) => type === 'file') ? 'multipart/form-data' : undefined}
      id={sent ? undefined : id}
      method="post"
      noValidate={noValidate}
      onInput={onInput}
      onSubmit={submit}
      ref={element}
    >
      {Object.entries(envelope(form)).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {import.meta.env.SSR && from && <input name="from" type="hidden" value={from} />}
      <div aria-hidden="true" className="sr-only">
        <label>
          {labels.leaveEmpty}
          <input autoComplete="off" name={honeypot} tabIndex={-1} />
        </label>
      </div>
      {sent && (
        <div className="mb-8" id={id} tabIndex={-1}>
          <Sent form={form} reference={sent} />
        </div>
      )}
      {form.text && <p className="mb-8 text-muted">{form.text}</p>}
      <ErrorSummary
        errors={errors}
        fields={form.fields}
        idOf={idOf}
        refusal={import.meta.env.SSR && state?.failure ? { title: form.failure.title, text: state.failure } : undefined}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        {form.fields.map((field) => (
          <FormField
            error={errors[field.name]}
            field={field}
            id={idOf(field)}
            key={field.name}
            value={import.meta.env.SSR ? state?.values?.[field.name] : undefined}
          />
        ))}
      </div>
      {/* The attribute `disabled` would take the focus from who has just pressed it. Submits are ignored meanwhile. */}
      <Button aria-disabled={sending || undefined} busy={sending} className="mt-8" type="submit">
        {sending ? form.submit.sending : form.submit.label}
      </Button>
      {/* The toast shows it and goes; these words are read out, and stay where the visitor is looking (WCAG 4.1.3). */}
      <div className="scroll-mb-40 not-empty:mt-6" ref={status} role="status">
        {outcome &&
          (outcome.sent ? (
            <Sent form={form} notified reference={outcome.reference} />
          ) : (
            <FormNotice text={outcome.message || form.failure.text} title={form.failure.title} />
          ))}
      </div>
    </form>
  );
}
