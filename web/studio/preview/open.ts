// What the site's own scripts do for who looks at it, as far as one must see something to edit it.

/** Gives the bar its ground once the page is scrolled below it. */
export function followScroll({ documentElement, defaultView: view }: Document): void {
  view?.addEventListener('scroll', () => documentElement.toggleAttribute('data-scrolled', view.scrollY > 20));
}

/** Shows the panel of a tab. */
export function openTab(tab: Element): void {
  for (const each of tab.closest('[role=tablist]')?.querySelectorAll('[role=tab]') ?? []) {
    const panel = tab.ownerDocument.getElementById(each.getAttribute('aria-controls') ?? '');
    each.setAttribute('aria-selected', String(each === tab));
    if (panel) panel.style.display = each === tab ? 'block' : 'none';
  }
}

/** Closes the lists of the bar that an element is not in. */
export function closeLists(element: Element): void {
  for (const list of element.ownerDocument.querySelectorAll('details[name][open]'))
    if (!list.contains(element)) list.removeAttribute('open');
}

/** Opens what hides an element that is in it: a question, a menu, the panel of a tab, one of what is chosen from. */
export function open(box: Element, element: Element): void {
  if (element.checkVisibility()) return;
  const choices = box.querySelectorAll<HTMLInputElement>('input[type=radio]');
  const [choice] = choices;
  const tab = box.ownerDocument.querySelector(`[role=tab][aria-controls="${CSS.escape(box.id)}"]`);
  if (box.localName === 'details') box.setAttribute('open', '');
  else if (tab) openTab(tab);
  else if (choice && choices.length === 1) choice.checked = true;
  else if (box.hasAttribute('popover') && !box.checkVisibility()) (box as HTMLElement).showPopover();
}
