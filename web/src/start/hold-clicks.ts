/** Buttons that only the application answers. What others begin must not begin twice. */
const held = 'button:not([popovertarget], [type=submit], [data-scheme-switch], [data-consent])';

/** Remembers the last click on a button while the application starts. The result ends that, and clicks again. */
export function holdClicks(): () => void {
  let clicked: HTMLElement | null = null;
  const remember = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest<HTMLElement>(held) : null;
  };
  document.addEventListener('click', remember, { capture: true });
  return () => {
    document.removeEventListener('click', remember, { capture: true });
    clicked?.click();
  };
}
