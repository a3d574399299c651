import { useSite } from '../content/site-context';
import type { Form } from '../content/types.gen';
import { outcome } from './outcome';

interface Props {
  form: Form;
  /** Short name of what was sent, for people who ask about it. */
  reference?: string;
}

/** That a form was sent, by which name it is known here, and what happens next. */
export function Sent({ form, reference }: Props) {
  const { labels } = useSite();
  return (
    <div className={outcome.sent}>
      <strong className="text-success">{form.success.title}</strong>
      {form.success.text && <p>{form.success.text}</p>}
      {reference && (
        <p>
          {labels.reference}:{' '}
          <code className="font-[inherit] font-bold tracking-[0.04em] whitespace-nowrap select-all">{reference}</code>
        </p>
      )}
      {form.next && <p>{form.next}</p>}
    </div>
  );
}
