import { type ComponentType, useEffect, useState } from 'react';
import { onNeeded } from './notifications';

export interface ToasterProps {
  /** Name of the region, for screen readers. */
  label: string;
  /** Name of the button that closes a toast. */
  closeLabel: string;
}

/** The place where notifications show. The code comes when some are expected, or with the first one. */
export function Toaster(props: ToasterProps) {
  const [Region, setRegion] = useState<ComponentType<ToasterProps>>();
  useEffect(() => {
    if (import.meta.env.SSR) return; // the renderer need not hold what only browsers show
    return onNeeded(() => {
      import('./ToastRegion').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        (error: unknown) => console.error(error),
      );
    });
  }, []);
  return Region ? <Region {...props} /> : null;
}
