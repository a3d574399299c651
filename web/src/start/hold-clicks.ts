/** Buttons that only the application answers. What others begin must not begin twice. */
const held = 'button:not([popovertarget], [type=submit], [data-scheme-switch], [data-consent])';

/** Remembers clicks on buttons while the application starts. The result ends that, and clicks again. */
export function holdClicks(): () => void {
  const clicked = new Set<HTMLElement>();
  const remember = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>(held);
    if (!button) return;
    // Who clicks twice because nothing happens means it once.
    clicked.delete(button);
    clicked.add(button);
  };
  document.addEventListener('click', remember, { capture: true });
  return () => {
    document.removeEventListener('click', remember, { capture: true });
    for (const button of clicked) button.click();
    clicked.clear();
  };
}
