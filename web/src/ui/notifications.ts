/** A short message that appears and goes. */
export interface Notification {
  kind: 'success' | 'error';
  title: string;
  text?: string;
  /** Whether the page itself reads out the same words: they would be heard twice. */
  silent?: boolean;
}

type Listener = (notification?: Notification) => void;

const listeners = new Set<Listener>();

/** Shows a notification. Without one, whoever shows them gets ready to. */
export function notify(notification?: Notification): void {
  for (const listen of listeners) listen(notification);
}

/** Calls back with every notification from now on. */
export function onNotify(listen: Listener): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Says that there may be notifications: the code comes when the browser is idle, to be there without a connection. */
export function expectNotifications(): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(() => notify(), { timeout: 10_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(() => notify(), 2_000);
  return () => clearTimeout(timer);
}
