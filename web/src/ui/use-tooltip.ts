import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { delayBeforeOpening, rememberClosing } from './tooltip-timing';

/** When a tooltip is open, and the handlers of the element around its trigger that decide about it. */
export function useTooltip(anchor: RefObject<HTMLElement | null>, tip: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const openSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), delayBeforeOpening());
  }, []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setOpen(false);
  }, []);

  useEffect(() => close, [close]);

  useEffect(() => {
    const element = tip.current;
    if (!open || !element) return;
    const follow = () => place(element, anchor.current?.firstElementChild ?? null);
    element.showPopover();
    follow();
    // WCAG 1.4.13 asks for Escape.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close();
    document.addEventListener('keydown', onKey);
    // Not closed: the trigger that got the focus may still be on its way into sight.
    window.addEventListener('scroll', follow, { passive: true, capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', follow, { capture: true });
      element.hidePopover();
      rememberClosing();
    };
  }, [open, close, anchor, tip]);

  return {
    open,
    handlers: {
      // A finger has no hover: a touch would open the tooltip on the way to following the link.
      onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && openSoon(),
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: openSoon,
      onBlur: close,
    },
  };
}

const gap = 8;

/** Puts the tooltip above the trigger, or below it where there is no room, and keeps it inside the window. */
function place(tip: HTMLElement, trigger: Element | null): void {
  if (!trigger) return;
  const target = trigger.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const above = target.top - size.height - gap;
  const left = target.left + (target.width - size.width) / 2;
  tip.style.top = `${above >= gap ? above : target.bottom + gap}px`;
  tip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - size.width - gap))}px`;
}
