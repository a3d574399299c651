import { ErrorSummary } from '../forms/ErrorSummary';
import { FormField } from '../forms/FormField';
import { FormNotice } from '../forms/FormNotice';
import { Sent } from '../forms/Sent';
import { bookingForm, inquiryForm, orderForm } from '../test-data';
import { States } from './States';

const form = { ...bookingForm, next: 'We look at the day and the time that you chose, and confirm by email.' };
const errors: Record<string, string> = {
  date: 'Please choose today or a later day.',
  phone: 'Please enter a phone number, or leave it empty.',
};
const idOf = ({ name }: { name: string }) => `state-${name}`;

/** What became of a form: below its button, and above its fields. */
export function FormStates() {
  return (
    <>
      <States
        title="Outcome"
        states={{
          sent: <Sent form={form} reference="K7M3-9QXA" />,
          'sent, beside a notification': <Sent form={form} notified reference="K7M3-9QXA" />,
          'without what happens next': <Sent form={inquiryForm} reference="K7M3-9QXA" />,
          'not sent': <FormNotice {...form.failure} />,
          'not sent, and why': (
            <FormNotice {...form.failure}>
              <p>Messages cannot be accepted right now.</p>
            </FormNotice>
          ),
        }}
      />
      <States
        title="Errors"
        states={{
          summary: <ErrorSummary errors={errors} fields={form.fields} idOf={idOf} />,
          fields: (
            <div className="grid gap-6">
              {form.fields.map((field) => (
                <FormField error={errors[field.name]} field={field} id={idOf(field)} key={field.name} />
              ))}
            </div>
          ),
          boxes: (
            <div className="grid gap-6">
              {orderForm.fields.map((field) => (
                <FormField field={field} id={idOf(field)} key={field.name} />
              ))}
            </div>
          ),
          'boxes with errors': (
            <div className="grid gap-6">
              {orderForm.fields.map((field) => (
                <FormField error="Please look at this." field={field} id={`wrong-${field.name}`} key={field.name} />
              ))}
            </div>
          ),
        }}
      />
    </>
  );
}
