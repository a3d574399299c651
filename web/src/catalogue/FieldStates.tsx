import { type ControlProps, Field } from '../ui/Field';
import { States } from './States';

type Draw = (control: ControlProps) => React.ReactNode;

const input =
  (props: React.ComponentProps<'input'> & { 'data-shown'?: string } = {}): Draw =>
  (control) => <input {...control} {...props} />;

const choice: Draw = (control) => (
  <select {...control} className={`${control.className} pe-11`} defaultValue="design">
    <option value="design">Website design</option>
    <option value="other">Other</option>
  </select>
);

const message: Draw = (control) => (
  <textarea {...control} defaultValue={'We are a bakery with two shops.\nWe need a website.'} rows={4} />
);

/** The field in every state, and around every kind of control. */
export function FieldStates() {
  return (
    <>
      <States
        title="States"
        states={{
          empty: <Field label="Name">{input({ placeholder: 'Ada Lovelace' })}</Field>,
          filled: <Field label="Name">{input({ defaultValue: 'Ada Lovelace' })}</Field>,
          hover: <Field label="Name">{input({ 'data-shown': 'hover' })}</Field>,
          focus: <Field label="Name">{input({ 'data-shown': 'focus-visible' })}</Field>,
          disabled: <Field label="Name">{input({ disabled: true, defaultValue: 'Ada Lovelace' })}</Field>,
          hint: (
            <Field hint="We answer to this address only." label="Email" note="optional">
              {input({ type: 'email' })}
            </Field>
          ),
          error: (
            <Field error="Please enter a valid email address" label="Email">
              {input({ type: 'email', defaultValue: 'ada@' })}
            </Field>
          ),
          'hint and error': (
            <Field error="Please enter a valid email address" hint="We answer to this address only." label="Email">
              {input({ type: 'email' })}
            </Field>
          ),
        }}
      />
      <States
        title="Controls"
        states={{
          select: <Field label="Subject">{choice}</Field>,
          date: <Field label="Date">{input({ type: 'date', defaultValue: '2026-11-21' })}</Field>,
          textarea: <Field label="Message">{message}</Field>,
          'right to left': <Field label="Name">{input({ dir: 'auto', defaultValue: 'مرحبا بالعالم' })}</Field>,
          'long words': (
            <Field
              error="Die Datenschutzgrundverordnungserklärung muss angenommen werden, bevor es weitergeht."
              label="Donaudampfschifffahrtsgesellschaftskapitän und alle weiteren Personen an Bord"
              note="optional"
            >
              {input()}
            </Field>
          ),
        }}
      />
    </>
  );
}
