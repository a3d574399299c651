/** How long a pointer rests before a tooltip opens, in milliseconds (docs/specification.md section 9). */
export const openDelay = 700;

/** How long after one tooltip closed the next one opens at once, in milliseconds (docs/specification.md section 9). */
export const skipDelay = 300;

let closedAt = Number.NEGATIVE_INFINITY;

/** The delay that applies now. */
export function delayBeforeOpening(): number {
  return performance.now() - closedAt < skipDelay ? 0 : openDelay;
}

/** Remembers that a tooltip was closed just now. */
export function rememberClosing(): void {
  closedAt = performance.now();
}
