/** How long a pointer rests before a tooltip opens, in milliseconds (docs/specification.md section 9). */
export const openDelay = 700;

/** How long after one tooltip closed the next one opens at once, in milliseconds (docs/specification.md section 9). */
export const skipDelay = 300;

/** How long a tooltip stays when the pointer leaves, so that it can be pointed at (WCAG 1.4.13), in milliseconds. */
export const closeDelay = 200;

/** Room between a tooltip and its trigger, and between it and the edge of the window, in pixels. */
const gap = 8;

interface Hint {
  trigger: Element;
  tip: HTMLElement;
}

/** The tooltip that describes what an event is about (ui/Tooltip.tsx). */
function hintOf(target: EventTarget | null): Hint | undefined {
  const trigger = target instanceof Element ? target.closest('[aria-describedby]') : null;
  const tip = document.getElementById(trigger?.getAttribute('aria-describedby') ?? '');
  return trigger && tip?.getAttribute('role') === 'tooltip' ? { trigger, tip } : undefined;
}

/** Shows tooltips, those of all pages that the document will show: on hover after a delay, on focus, until Escape. */
export function followTooltips(): void {
  let shown: Hint | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closedAt = Number.NEGATIVE_INFINITY;

  const follow = () => shown && place(shown);
  const close = () => {
    clearTimeout(timer);
    if (!shown) return;
    if (shown.tip.isConnected) shown.tip.hidePopover();
    shown = undefined;
    closedAt = performance.now();
  };
  const openSoon = (hint: Hint) => {
    clearTimeout(timer);
    if (shown?.trigger === hint.trigger) return;
    close();
    const delay = performance.now() - closedAt < skipDelay ? 0 : openDelay;
    timer = setTimeout(() => {
      if (!hint.tip.isConnected) return;
      shown = hint;
      hint.tip.showPopover();
      place(hint);
    }, delay);
  };
  const leave = () => {
    clearTimeout(timer);
    // What the keyboard has opened stays while it is there.
    if (shown && !shown.trigger.matches(':focus-visible')) timer = setTimeout(close, closeDelay);
  };

  const listen = <Type extends keyof DocumentEventMap>(type: Type, run: (event: DocumentEventMap[Type]) => void) =>
    document.addEventListener(type, run, { passive: true, capture: true });
  // A finger has no hover: a touch would open the tooltip on the way to following the link.
  listen('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    if (shown?.tip.contains(target as Node)) return clearTimeout(timer);
    const hint = hintOf(target);
    if (hint) openSoon(hint);
    else leave();
  });
  listen('pointerout', ({ relatedTarget }) => relatedTarget ?? leave());
  listen('pointerdown', ({ target }) => shown?.tip.contains(target as Node) || close());
  listen('focusin', ({ target }) => {
    const hint = hintOf(target);
    if (hint) openSoon(hint);
  });
  listen('focusout', close);
  listen('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    close();
    // What lies below it is not to open at once.
    closedAt = Number.NEGATIVE_INFINITY;
  });
  // Not closed: the trigger that got the focus may still be on its way into sight.
  listen('scroll', follow);
}

/** Puts a tooltip above its trigger, or below it where there is no room, and keeps it inside the window. */
function place({ trigger, tip }: Hint): void {
  const target = trigger.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const above = target.top - size.height - gap;
  const left = target.left + (target.width - size.width) / 2;
  tip.style.top = `${above >= gap ? above : target.bottom + gap}px`;
  tip.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - size.width - gap))}px`;
}
