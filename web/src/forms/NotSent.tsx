import type { Form } from '../content/types.gen';
import { outcome } from './outcome';

interface Props {
  form: Form;
  /** What the server says about it. */
  message?: string;
}

/** That a form could not be sent. All that was typed is still there. */
export function NotSent({ form, message }: Props) {
  return (
    <div className={outcome.failed}>
      <strong className="text-danger">{form.failure.title}</strong>
      {form.failure.text && <p>{form.failure.text}</p>}
      {message && <p>{message}</p>}
    </div>
  );
}
