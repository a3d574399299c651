import { useSyncExternalStore } from 'react';

/** Whether the window is at least so wide, in rem: the breakpoints of the stylesheet, where components differ, too. */
export function useWidth(rem: number): boolean {
  const query = matchMedia(`(width >= ${rem}rem)`);
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
