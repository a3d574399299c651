/** What visitors use, and only the application answers in full. */
const control = 'a, button, input, select, textarea, summary, label, [tabindex="0"]';

/**
 * Calls back once, at the first sign that somebody wants to use the page: a pointer over or on a control, the focus in
 * one, a key, the connection or the tab coming back. Where something is not whole before the application is there, and
 * says so by data-interactive, that is when the page was painted and the browser is idle. Gives the event that was the
 * sign, if there was one.
 */
export function onIntent(run: (sign?: Event) => void): void {
  const listening = new AbortController();
  const begin = (sign?: Event) => {
    if (listening.signal.aborted) return;
    listening.abort();
    run(sign);
  };
  const listen = (target: EventTarget, type: string, when: (event: Event) => boolean = () => true) =>
    target.addEventListener(type, (event) => when(event) && begin(event), {
      // Of a window only its own events: the focus of what is in it does not bubble.
      capture: target === document,
      passive: true,
      signal: listening.signal,
    });
  const onControl = ({ target }: Event) => target instanceof Element && target.closest(control) !== null;
  for (const type of ['pointerover', 'pointerdown', 'focusin']) listen(document, type, onControl);
  listen(document, 'keydown');
  listen(window, 'online');
  listen(document, 'visibilitychange', () => document.visibilityState === 'visible');
  // A window has the focus when it opens; that it comes back is a sign.
  let left = false;
  listen(window, 'blur', () => {
    left = true;
    return false;
  });
  listen(window, 'focus', () => left);
  if (document.querySelector('[data-interactive]')) whenPainted(() => whenIdle(begin));
}

/** Calls back when the page's content was painted. A page that nobody sees, such as one in a tab behind, waits. */
function whenPainted(run: () => void): void {
  const paint = new PerformanceObserver((entries) => {
    // The first paint of all may show the background alone.
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    paint.disconnect();
    run();
  });
  paint.observe({ type: 'paint', buffered: true });
}

/** How long a busy browser is waited for, in milliseconds. */
const longestWait = 1_000;

function whenIdle(run: () => void): void {
  // Safari learned it late.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => run(), { timeout: longestWait });
  else setTimeout(run, 0);
}
