/** Shows the panel of a tab, as the site's own script would. */
export function openTab(tab: Element): void {
  for (const each of tab.closest('[role=tablist]')?.querySelectorAll('[role=tab]') ?? []) {
    const panel = tab.ownerDocument.getElementById(each.getAttribute('aria-controls') ?? '');
    each.setAttribute('aria-selected', String(each === tab));
    if (panel) panel.style.display = each === tab ? 'block' : 'none';
  }
}

/** Opens what hides an element that is in it: a question, a menu, a tab's panel. */
export function open(box: Element, element: Element): void {
  const { id, ownerDocument } = box;
  if (box.localName === 'details') {
    const summary = box.querySelector('summary');
    if (!summary?.contains(element)) box.setAttribute('open', '');
  } else if (box.role === 'tabpanel' && !box.checkVisibility()) {
    const tab = ownerDocument.querySelector(`[role=tab][aria-controls="${CSS.escape(id)}"]`);
    if (tab) openTab(tab);
  } else if (box.hasAttribute('popover') && !box.checkVisibility()) {
    (box as HTMLElement).showPopover();
  }
}
