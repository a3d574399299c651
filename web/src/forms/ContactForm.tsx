import type { Field, Form } from '../content/types.gen';
import { Button } from '../ui/Button';
import { ErrorSummary } from './ErrorSummary';
import { FormField } from './FormField';
import { envelope, formAction } from './send-form';
import { useContactForm } from './use-contact-form';

/** A form of forms.yaml. Without scripts the browser checks and sends it, and the server answers with a page. */
export function ContactForm({ form }: { form: Form }) {
  const { element, sending, failed, errors, submit, onInput, noValidate } = useContactForm(form);
  const idOf = ({ name }: Field) => `${form.id}-${name}`;
  return (
    <form action={formAction} method="post" noValidate={noValidate} onInput={onInput} onSubmit={submit} ref={element}>
      {Object.entries(envelope(form)).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {form.text && <p className="mb-8 text-muted">{form.text}</p>}
      <ErrorSummary errors={errors} fields={form.fields} idOf={idOf} />
      <div className="grid gap-6 sm:grid-cols-2">
        {form.fields.map((field) => (
          <FormField error={errors[field.name]} field={field} id={idOf(field)} key={field.name} />
        ))}
      </div>
      <div className="mt-8 grid justify-items-start gap-4">
        <Button busy={sending} disabled={sending} type="submit">
          {sending ? form.submit.sending : form.submit.label}
        </Button>
        {/* The toast says it aloud; these words stay where the visitor is looking (WCAG 4.1.3). */}
        {failed && (
          <p className="text-sm text-danger">
            <strong className="block">{form.failure.title}</strong>
            {form.failure.text}
          </p>
        )}
      </div>
    </form>
  );
}
