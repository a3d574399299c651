import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import type { RegionProps } from './Toaster';

/** How long a success shows, in milliseconds. An error stays until it is dismissed (WCAG 2.2.1). */
const duration = 5_000;

const classNames = {
  toast: clsx(
    'flex w-full items-start gap-3 rounded-card border border-line bg-surface px-4.5 py-4 font-text',
    'text-fine/normal text-text shadow-high',
  ),
  icon: 'mt-[0.1em] flex-none',
  success: '[&_[data-icon]]:text-primary',
  error: '[&_[data-icon]]:text-danger',
  content: 'min-w-0 flex-1',
  title: 'font-semibold',
  description: 'text-muted',
  closeButton: clsx(
    'order-1 -mt-0.5 -me-1.5 grid size-7 flex-none place-items-center rounded-md text-muted hover:bg-tint',
    'hover:text-text [&_svg]:size-4',
  ),
};

/** Toasts by Sonner: one at a time, at the bottom, where lines end (docs/specification.md section 9). */
export function ToastRegion({ label, closeLabel, notification }: RegionProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!notification) return;
    const { kind, title, text, silent } = notification;
    // Sonner has no setting for it. What the page reads out by itself is not read out here again.
    region.current?.setAttribute('aria-live', silent ? 'off' : 'polite');
    toast.dismiss();
    if (kind === 'success') toast.success(title, { description: text });
    else toast.error(title, { description: text, duration: Number.POSITIVE_INFINITY });
  }, [notification]);
  return (
    <Sonner
      closeButton
      containerAriaLabel={label}
      duration={duration}
      hotkey={['altKey', 'KeyT']}
      position={document.dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      ref={region}
      toastOptions={{ closeButtonAriaLabel: closeLabel, unstyled: true, classNames }}
      visibleToasts={1}
    />
  );
}
