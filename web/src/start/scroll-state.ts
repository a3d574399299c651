/** How far a page is scrolled before the bar changes its look, in pixels (docs/specification.md section 2.2). */
export const scrollThreshold = 20;

/** Keeps data-scrolled of the root element true to whether the page is scrolled beyond the threshold. */
export function followScroll(): void {
  const follow = () => document.documentElement.toggleAttribute('data-scrolled', window.scrollY > scrollThreshold);
  addEventListener('scroll', follow, { passive: true });
  follow();
}
