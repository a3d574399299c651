import { type ComponentType, useEffect, useState } from 'react';
import { type Notification, onNotify } from './notifications';

interface Props {
  /** Name of the region, for screen readers. */
  label: string;
  /** Name of the button that closes a toast. */
  closeLabel: string;
}

export interface RegionProps extends Props {
  /** What is shown, instead of what was shown before. */
  notification?: Notification;
}

/** The place where notifications show. The code comes when some are expected, or with the first one. */
export function Toaster(props: Props) {
  const [Region, setRegion] = useState<ComponentType<RegionProps>>();
  const [notification, setNotification] = useState<Notification>();
  useEffect(() => {
    if (import.meta.env.SSR) return; // the renderer need not hold what only browsers show
    return onNotify((next) => {
      if (next) setNotification({ ...next }); // a copy, so that the same words show again
      import('./ToastRegion').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        (error: unknown) => console.error(error),
      );
    });
  }, []);
  return Region ? <Region {...props} notification={notification} /> : null;
}
