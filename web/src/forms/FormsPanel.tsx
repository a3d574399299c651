import { use } from 'react';
import { FormStateContext, formOf } from '../content/form-state';
import type { Form, FormState } from '../content/types.gen';
import { useQuery } from '../links/use-query';
import { Tabs } from '../ui/Tabs';
import { ContactForm } from './ContactForm';
import { namedForm } from './preselect';

interface Props {
  /** The forms, in order; the first one is open. */
  forms: Form[];
}

/** One form, or several that share their place as tabs. */
export function FormsPanel({ forms }: Props) {
  const query = useQuery();
  if (import.meta.env.SSR) {
    const state = use(FormStateContext);
    const answered = formOf(state, forms);
    if (answered) return <Answer forms={[answered, ...forms.filter((form) => form !== answered)]} state={state} />;
  }
  const [first, ...others] = forms;
  if (!first) return null;
  if (others.length === 0) return <ContactForm form={first} />;
  return (
    <Tabs
      open={namedForm(query)}
      tabs={forms.map((form) => ({ id: form.id, label: form.title, content: <ContactForm form={form} /> }))}
    />
  );
}

/** The form that was sent, with what became of it, and the others below it: without a script there are no tabs. */
function Answer({ forms, state }: Props & { state?: FormState }) {
  return (
    <div className="grid gap-16">
      {forms.map((form, index) => (
        <div key={form.id}>
          {forms.length > 1 && <h3 className="mb-6 font-display text-2xl text-text">{form.title}</h3>}
          <ContactForm form={form} state={index === 0 ? state : undefined} />
        </div>
      ))}
    </div>
  );
}
