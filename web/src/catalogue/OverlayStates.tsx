import { useEffect } from 'react';
import { useSite } from '../content/site-context';
import { Button } from '../ui/Button';
import { type Notification, notify } from '../ui/notifications';
import { Tabs } from '../ui/Tabs';
import { Toaster } from '../ui/Toaster';
import { Tooltip } from '../ui/Tooltip';

export function TabsStates() {
  return (
    <Tabs
      tabs={[
        { id: 'inquiry', label: 'General inquiry', content: 'What the first tab shows.' },
        { id: 'booking', label: 'Book a consultation', content: 'What the second tab shows.' },
        { id: 'long', label: 'Datenschutzgrundverordnungserklärung', content: 'A tab with a long name.' },
      ]}
    />
  );
}

/** The trigger has the focus from the start, so that the tooltip opens by itself. */
export function TooltipStates() {
  useEffect(() => document.querySelector<HTMLElement>('[aria-describedby]')?.focus(), []);
  return (
    <div className="catalogue-room">
      <Tooltip text="Not available yet. This hint is long enough to need a second line.">
        {(id) => (
          <Button aria-describedby={id} variant="secondary">
            Something with a hint
          </Button>
        )}
      </Tooltip>
    </div>
  );
}

const toasts = {
  success: { kind: 'success', title: 'Message sent', text: 'We will get back to you within 24 hours.' },
  error: { kind: 'error', title: 'Error sending message', text: 'Please try again later.' },
} satisfies Record<Notification['kind'], Notification>;

function Toasts({ first }: { first: Notification['kind'] }) {
  const { labels } = useSite();
  useEffect(() => notify(toasts[first]), [first]);
  return (
    <div className="catalogue-room">
      <Button onClick={() => notify(toasts.success)}>Success</Button>
      <Button onClick={() => notify(toasts.error)} variant="secondary">
        Error
      </Button>
      <Toaster closeLabel={labels.closeNotification} label={labels.notifications} />
    </div>
  );
}

export const SuccessToast = () => <Toasts first="success" />;
export const ErrorToast = () => <Toasts first="error" />;
