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
  const old = [...before.childNodes];
  const fresh = [...now.childNodes];
  const there = [...standing.childNodes];
  if (there.length !== old.length) return false; // somebody else was at it
  const most = Math.min(old.length, fresh.length);
  let begin = 0;
  while (begin < most && isEqual(old[begin], fresh[begin])) begin++;
  let end = 0;
  while (end < most - begin && isEqual(old.at(-1 - end), fresh.at(-1 - end))) end++;
  const middle = (nodes: Node[]) => nodes.slice(begin, nodes.length - end);
  const [from, to, at] = [middle(old), middle(fresh), middle(there)];
  const isSame = from.length === to.length && from.map(kindOf).join() === to.map(kindOf).join();
  if (isSame) return from.every((node, index) => pair(at[index] as Node, node, to[index] as Node, within, changes));
  if (!within) return false;
  changes.push(() => {
    const fragment = standing.ownerDocument.createDocumentFragment();
    for (const node of to) fragment.append(standing.ownerDocument.importNode(node, true));
    standing.insertBefore(fragment, there[old.length - end] ?? null);
    for (const node of at) node.parentNode?.removeChild(node);
  });
  return true;
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
const isEqual = (one?: Node, other?: Node) => one?.isEqualNode(other ?? null) ?? false;

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
