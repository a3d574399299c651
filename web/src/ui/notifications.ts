/** A short message that appears and goes. */
export interface Notification {
  kind: 'success' | 'error';
  title: string;
  text?: string;
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

/** Calls back when a notification waits and nobody shows it yet. */
export function onWaiting(wake: () => void): () => void {
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
