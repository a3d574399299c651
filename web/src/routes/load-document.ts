/** Leaves the address to the browser, which asks the server for the whole document. */
export function loadDocument(): void {
  // The address has changed already, so going there is loading it again.
  window.location.reload();
}

/** The same for an address that was just navigated to: the browser would stay where the last page was scrolled to. */
export function loadNewDocument(): void {
  window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  loadDocument();
}
