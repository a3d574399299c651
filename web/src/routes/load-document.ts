/** Leaves the address to the browser, which asks the server for the whole document. */
export function loadDocument(): void {
  // The address has changed already, so going there is loading it again.
  window.location.reload();
}

/** The same for an address that was just navigated to: it begins at its top or its anchor. */
export function loadNewDocument(): void {
  const { href } = window.location;
  // Loaded again, the document would stay where the last page was scrolled to. And going to the address that is
  // there already loads nothing when it has an anchor: so for a moment it is another one.
  window.history.replaceState(null, '', '?');
  window.location.replace(href);
}
