import { useEffect, useInsertionEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import styles from '../styles/toasts.css?inline';
import { type Notification, showWith } from './notifications';
import type { ToasterProps } from './Toaster';

/** How long a success shows, in milliseconds. An error stays until it is dismissed (WCAG 2.2.1). */
const duration = 5_000;

/** Toasts by Sonner: one at a time, at the bottom right (SPEC section 9). */
export function ToastRegion({ label, closeLabel, scheme }: ToasterProps) {
  useInsertionEffect(adoptStyles, []);
  useEffect(() => showWith(show), []);
  return (
    <Sonner
      closeButton
      containerAriaLabel={label}
      duration={duration}
      hotkey={['altKey', 'KeyT']}
      position="bottom-right"
      theme={scheme}
      toastOptions={{ closeButtonAriaLabel: closeLabel }}
      visibleToasts={1}
    />
  );
}

/** The content security policy allows no <style>; a sheet made by a script of ours it does. */
function adoptStyles(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

function show({ kind, title, text }: Notification): void {
  toast.dismiss();
  if (kind === 'success') toast.success(title, { description: text });
  else toast.error(title, { description: text, duration: Number.POSITIVE_INFINITY });
}
