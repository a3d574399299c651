import { useSyncExternalStore } from 'react';

/** How far a page is scrolled before the bar changes its look, in pixels (docs/specification.md section 2.2). */
export const scrollThreshold = 20;

function subscribe(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true });
  return () => window.removeEventListener('scroll', notify);
}

/** Whether the page is scrolled beyond the threshold; false in the server's HTML, right after hydration. */
export function useScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > scrollThreshold,
    () => false,
  );
}
