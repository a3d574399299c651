import { type ComponentType, useEffect, useState } from 'react';
import { onWaiting } from './notifications';

export interface ToasterProps {
  /** Name of the region, for screen readers. */
  label: string;
  /** Name of the button that closes a toast. */
  closeLabel: string;
  scheme: 'light' | 'dark';
}

/** The place where notifications show. The code comes when the browser is idle, or with the first notification. */
export function Toaster(props: ToasterProps) {
  const [Region, setRegion] = useState<ComponentType<ToasterProps>>();
  useEffect(() => {
    const load = () => {
      import('./ToastRegion').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        (error: unknown) => console.error(error),
      );
    };
    const stop = onWaiting(load);
    const cancel = whenIdle(load);
    return () => {
      stop();
      cancel();
    };
  }, []);
  return Region ? <Region {...props} /> : null;
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 10_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 2_000);
  return () => clearTimeout(timer);
}
