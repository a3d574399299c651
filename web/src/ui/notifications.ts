/** A short message that appears and goes. */
export interface Notification {
  kind: 'success' | 'error';
  title: string;
  text?: string;
  /** Whether the page itself reads out the same words: they would be heard twice. */
  silent?: boolean;
}

type Listener = (notification: Notification) => void;

let listener: Listener | undefined;
const waiting: Notification[] = [];
const wakers = new Set<() => void>();

/** Shows a notification, as soon as there is someone to show it. */
export function notify(notification: Notification): void {
  if (listener) {
    listener(notification);
    return;
  }
  waiting.push(notification);
  for (const wake of wakers) wake();
}

/**
 * Says that there may be notifications: who shows them gets ready when the
 * browser is idle, so that they show even without a connection.
 */
export function expectNotifications(): () => void {
  const wake = () => {
    for (const each of wakers) each();
  };
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(wake, { timeout: 10_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(wake, 2_000);
  return () => clearTimeout(timer);
}

/** Calls back when someone is needed to show notifications: now, or soon. */
export function onNeeded(wake: () => void): () => void {
  wakers.add(wake);
  return () => wakers.delete(wake);
}

/** Makes someone show notifications from now on, those that wait first. */
export function showWith(show: Listener): () => void {
  listener = show;
  for (const notification of waiting.splice(0)) show(notification);
  return () => {
    listener = undefined;
  };
}
