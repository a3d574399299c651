import { useSite } from '../content/site-context';
import type { Form } from '../content/types.gen';
import { InterfaceIcon } from '../ui/InterfaceIcon';

interface Props {
  form: Form;
  /** Short name of what was sent, for people who ask about it. */
  reference?: string;
  /** Whether a notification shows the text as well: it is only read out here then, if there is more to read. */
  notified?: boolean;
}

/** The line that stays: that a form was sent, by which name it is known here, and what happens next. */
export function Sent({ form, reference, notified }: Props) {
  const { labels } = useSite();
  const { title, text } = form.success;
  return (
    <div className="flex gap-3 border-t border-line pt-5 text-fine" data-slot="sent">
      <InterfaceIcon className="mt-[0.2em] size-5 flex-none text-primary" name="check" />
      <div className="grid gap-1">
        <p>
          <strong className="text-text">{title}</strong>{' '}
          {reference && (
            <span className="whitespace-nowrap">
              {labels.reference}:{' '}
              <code className="font-[inherit] font-bold tracking-[0.04em] text-text select-all" dir="ltr">
                {reference}
              </code>
            </span>
          )}
        </p>
        {text && <p className={notified && form.next ? 'sr-only' : 'text-muted'}>{text}</p>}
        {form.next && <p className="text-muted">{form.next}</p>}
      </div>
    </div>
  );
}
