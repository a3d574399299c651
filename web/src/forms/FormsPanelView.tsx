import { Tabs } from '../ui/Tabs';
import { ContactForm } from './ContactForm';
import type { FormsPanelProps } from './FormsPanel';

/** What FormsPanel draws; see there. */
export function FormsPanelView({ forms }: FormsPanelProps) {
  const [first, ...others] = forms;
  if (!first) return null;
  if (others.length === 0) return <ContactForm form={first} />;
  return (
    <Tabs tabs={forms.map((form) => ({ id: form.id, label: form.title, content: <ContactForm form={form} /> }))} />
  );
}
