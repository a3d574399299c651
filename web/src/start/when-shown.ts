/** What says that somebody uses the page. */
const touches = ['pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/**
 * Calls back once: when the page's content was painted and the browser has nothing else
 * to do, or at the first touch, if that comes sooner. A page that nobody sees,
 * such as one in a tab behind, waits until somebody does.
 */
export function whenShown(run: () => void): void {
  const paint = new PerformanceObserver((entries) => {
    // The first paint of all may show the background alone.
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    paint.disconnect();
    whenIdle(begin);
  });
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    paint.disconnect();
    for (const touch of touches) window.removeEventListener(touch, begin, true);
    run();
  };
  for (const touch of touches) window.addEventListener(touch, begin, { capture: true, passive: true });
  paint.observe({ type: 'paint', buffered: true });
}

/** How long a busy browser is waited for, in milliseconds. */
const patience = 1_000;

function whenIdle(run: () => void): void {
  // Safari learned it late.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: patience });
  else setTimeout(run, 0);
}
