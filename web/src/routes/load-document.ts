/** Leaves the address to the browser, which asks the server for the whole document. */
export function loadDocument(): void {
  // The address has changed already, so going there is loading it again.
  window.location.reload();
}
