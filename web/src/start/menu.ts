/** The links of the bar (layout/Menu.tsx): on narrow screens a popover, which the browser opens and closes. */
const menu = () => document.querySelector<HTMLElement>('.menu');

/** Closes the lists of the bar that a place is not in; all where there is none. */
function closeLists(except: EventTarget | null = null): void {
  for (const list of document.querySelectorAll<HTMLDetailsElement>('.menu details[open]'))
    if (!list.contains(except as Node | null)) list.open = false;
}

function closeAll(): void {
  closeLists();
  menu()?.hidePopover();
}

/**
 * Closes the menu when a link in it is chosen, where the bar has room for it, and for who comes back to the page; the
 * lists in it (details) by Escape, by a click elsewhere, and when the focus leaves them in the bar.
 */
export function followMenu(): void {
  document.addEventListener('click', ({ target }) => (target as Element).closest('.menu a') && closeAll());
  document.addEventListener('pointerdown', ({ target }) => closeLists(target));
  document.addEventListener('focusin', ({ target }) => menu()?.matches(':popover-open') || closeLists(target));
  document.addEventListener('keydown', (event) => {
    const list = document.querySelector<HTMLDetailsElement>('.menu details[open]');
    if (event.key !== 'Escape' || !list) return;
    event.preventDefault(); // the menu around it stays
    list.open = false;
    list.querySelector('summary')?.focus();
  });
  addEventListener('resize', () => {
    // Its button goes where the bar unfolds.
    if (!document.querySelector('.menu + [popovertarget]')?.checkVisibility()) closeAll();
  });
  addEventListener('pagehide', closeAll);
}
