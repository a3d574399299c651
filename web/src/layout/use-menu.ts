import { useEffect, useRef, useState } from 'react';

/**
 * State of the mobile menu. Opening, Escape, clicks outside and the way of the
 * focus are the browser's work (popover), with or without scripts; this only
 * follows it, for assistive technology and for links that close the menu.
 */
export function useMenu() {
  const menu = useRef<HTMLElement>(null);
  // Undefined until there is a script that keeps it true.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    setOpen(element.matches(':popover-open'));
    const follow = (event: Event) => setOpen((event as ToggleEvent).newState === 'open');
    element.addEventListener('toggle', follow);
    return () => element.removeEventListener('toggle', follow);
  }, []);
  const close = () => {
    if (open) menu.current?.hidePopover();
  };
  return { menu, open, close };
}
