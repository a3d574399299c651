/**
 * Brings a standing document from what the server sent before to what it sends now. Only what differs is touched, so
 * that scroll, focus and what is open stay: words and attributes are set; where elements come or go in a section, these
 * are exchanged. Returns false, having changed nothing, where stylesheets differ or elements come or go outside of
 * sections, sections themselves among them: that shows a document which is loaded anew.
 */
export function exchange(standing: Document, before: Document, now: Document): boolean {
  if (sheetsOf(before) !== sheetsOf(now)) return false;
  const changes: (() => void)[] = [];
  if (!pair(standing.body, before.body, now.body, false, changes)) return false;
  copyAttributes(standing.documentElement, before.documentElement, now.documentElement);
  for (const change of changes) change();
  return true;
}

const sheetsOf = (document: Document) =>
  Array.from(document.head.querySelectorAll('link[rel=stylesheet], style'), ({ outerHTML }) => outerHTML).join();

/** Notes what brings a standing node to what it shall be now. Tells whether that can be done in place. */
function pair(standing: Node, before: Node, now: Node, inSection: boolean, changes: (() => void)[]): boolean {
  if (before.isEqualNode(now)) return true;
  if (!isElement(standing) || !isElement(before) || !isElement(now)) {
    changes.push(() => {
      standing.nodeValue = now.nodeValue;
    });
    return true;
  }
  const within = inSection || before.hasAttribute('data-section');
  changes.push(() => copyAttributes(standing, before, now));
  const there = nodesOf(standing);
  const old = nodesOf(before);
  const fresh = nodesOf(now);
  if (there.length !== old.length) return false; // somebody else was at it
  while (isEqual(old[0], fresh[0])) for (const nodes of [there, old, fresh]) nodes.shift();
  let after: Node | null = null;
  while (isEqual(old.at(-1), fresh.at(-1))) {
    after = there.at(-1) ?? null;
    for (const nodes of [there, old, fresh]) nodes.pop();
  }
  if (old.length === fresh.length && old.every((node, i) => kindOf(node) === kindOf(fresh[i] as Node)))
    return old.every((node, i) => pair(there[i] as Node, node, fresh[i] as Node, within, changes));
  if (!within) return false;
  changes.push(() => {
    for (const node of fresh) standing.insertBefore(standing.ownerDocument.importNode(node, true), after);
    for (const node of there) node.parentNode?.removeChild(node);
  });
  return true;
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
const isEqual = (one?: Node, other?: Node) => !!one && !!other && one.isEqualNode(other);
const nodesOf = ({ childNodes }: Node): Node[] => [...childNodes];

/** What a node cannot change: its name and, of a section, its type. */
const kindOf = (node: Node) =>
  isElement(node) ? [node.localName, node.getAttribute('data-section')].join() : node.nodeName;

function copyAttributes(standing: Element, before: Element, now: Element): void {
  for (const name of new Set([...before.getAttributeNames(), ...now.getAttributeNames()])) {
    const value = now.getAttribute(name);
    if (value === before.getAttribute(name)) continue;
    if (value === null) standing.removeAttribute(name);
    else standing.setAttribute(name, value);
  }
}
