import { flushSync } from 'react-dom';

/** Makes a change of the page, as a view transition where the browser has them and the visitor wants motion. */
export function transition(change: () => void): void {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || typeof document.startViewTransition !== 'function') {
    change();
    return;
  }
  const { ready } = document.startViewTransition(() => flushSync(change));
  ready.catch((reason: unknown) => {
    // The change was made all the same; a skipped animation (hidden tab, next click) is no failure.
    if (!(reason instanceof DOMException)) console.error(reason);
  });
}
