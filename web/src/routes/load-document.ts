/** Leaves the address to the browser, which asks the server for the whole document. */
export function loadDocument(): void {
  // The address has changed already, so going there is loading it again.
  window.location.reload();
}

/** The same for an address that was just navigated to, as if its link had been the browser's from the first. */
export function loadNewDocument(): void {
  const { href } = window.location;
  // From the page that is still shown: so the browser knows where that was left, and may keep it for the way back.
  window.addEventListener('popstate', () => window.location.assign(href), { once: true });
  window.history.back();
}
