import { useSite } from '../content/site-context';
import type { Form } from '../content/types.gen';
import { FormNotice } from './FormNotice';

interface Props {
  form: Form;
  /** Short name of what was sent, for people who ask about it. */
  reference?: string;
}

/** That a form was sent, by which name it is known here, and what happens next. */
export function Sent({ form, reference }: Props) {
  const { labels } = useSite();
  return (
    <FormNotice tone="success" {...form.success}>
      {reference && (
        <p>
          {labels.reference}:{' '}
          <code className="font-[inherit] font-bold tracking-[0.04em] whitespace-nowrap select-all" dir="ltr">
            {reference}
          </code>
        </p>
      )}
      {form.next && <p>{form.next}</p>}
    </FormNotice>
  );
}
