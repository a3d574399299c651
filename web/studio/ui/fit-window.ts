/** Keeps the layout in the part of the window that no keyboard on the screen covers, where a browser only lays it over. */
export function fitWindow(): void {
  const view = window.visualViewport;
  if (!view) return;
  const fit = () => {
    const { style } = document.documentElement;
    style.setProperty('--window-top', `${view.offsetTop}px`);
    style.setProperty('--window-height', `${view.height}px`);
  };
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
}
