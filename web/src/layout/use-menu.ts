import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/**
 * State of the mobile menu. The browser opens and closes it (popover): this follows, for assistive technology and for
 * links that close it. Menus inside of it (details) close by Escape, by a click elsewhere, and when the focus leaves
 * them in the bar.
 */
export function useMenu() {
  const menu = useRef<HTMLElement>(null);
  // Undefined until there is a script that keeps it true.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    setOpen(element.matches(':popover-open'));
    const follow = (event: Event) => {
      if (event.target === element) setOpen((event as ToggleEvent).newState === 'open');
    };
    const leave = (event: Event) => closeSubmenus(element, event.target as Node);
    element.addEventListener('toggle', follow);
    document.addEventListener('pointerdown', leave);
    return () => {
      element.removeEventListener('toggle', follow);
      document.removeEventListener('pointerdown', leave);
    };
  }, []);
  const close = () => {
    closeSubmenus(menu.current);
    if (open) menu.current?.hidePopover();
  };
  const keep = {
    onKeyDown: (event: KeyboardEvent) => {
      const submenu = (event.target as Element).closest<HTMLDetailsElement>('details[open]');
      if (event.key !== 'Escape' || !submenu) return;
      event.preventDefault(); // the list around it stays
      submenu.open = false;
      submenu.querySelector('summary')?.focus();
    },
    onBlur: (event: FocusEvent) => {
      if (!open && event.relatedTarget) closeSubmenus(menu.current, event.relatedTarget as Node);
    },
  };
  return { menu, open, close, keep };
}

/** Closes the menus that a place is not in; all where there is none. */
function closeSubmenus(menu: HTMLElement | null, except: Node | null = null) {
  for (const submenu of menu?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) {
    if (!submenu.contains(except)) submenu.open = false;
  }
}
