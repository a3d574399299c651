// Draws a tree of React elements as HTML, byte for byte as React's renderToString
// does, in less than half of its time. React's server renderer can suspend,
// stream, resume and report where in the tree an error arose, and keeps books
// for all that; a page is drawn here in one go.
//
// It knows function components, simple classes, contexts, fragments, memo and
// forwardRef, and the elements that stand in a document's body. At anything else
// it throws, and whoever calls it asks React instead: see entry-server.tsx.

import type { ReactNode } from 'react';
import { attribute, escapeText, openings } from './attributes';
import { beginElements, elements, preloads } from './elements';
import { askedForId, beginComponent, withHooks } from './hooks';
import { treeId } from './tree-id';
import { Unsupported } from './unsupported';

type Props = Record<string, unknown>;

interface ElementNode {
  $$typeof: symbol;
  type: unknown;
  props: Props;
}

interface Context {
  _currentValue2: unknown;
}

export const elementType = Symbol.for('react.transitional.element');
const fragmentType = Symbol.for('react.fragment');
const strictModeType = Symbol.for('react.strict_mode');
const profilerType = Symbol.for('react.profiler');
const contextType = Symbol.for('react.context');
const consumerType = Symbol.for('react.consumer');
const memoType = Symbol.for('react.memo');
const forwardRefType = Symbol.for('react.forward_ref');

// One page is drawn at a time, from beginning to end.
let out = '';
/** Whether the last thing written was text: a mark keeps the next text apart from it. */
let afterText = false;
// Where in the tree that is: the lists around, with their lengths and the places
// in them. Ids are few, so that they are only put together when asked for.
const totals: number[] = [];
const indexes: number[] = [];
let depth = 0;

/** Draws a tree. It throws what a component throws, and [Unsupported] where React has to draw. */
export function renderToString(node: ReactNode): string {
  out = '';
  afterText = false;
  depth = 0;
  beginElements();
  return withHooks(
    (count) => treeId(totals, indexes, depth, count),
    () => {
      write(node);
      const html = preloads() + out;
      out = '';
      return html;
    },
  );
}

function write(node: unknown): void {
  if (typeof node === 'object') {
    if (node === null) return;
    const element = node as ElementNode;
    if (element.$$typeof === elementType) {
      const { type, props } = element;
      if (typeof type === 'string') writeHost(type, props);
      else if (typeof type === 'function') {
        const { writeHTML } = type as Component;
        if (writeHTML) writeHTML(props);
        else writeComponent(type as Component, props);
      } else writeSpecial(type, props);
    } else if (Array.isArray(node)) writeAll(node);
    else if (Symbol.iterator in node) writeAll([...(node as Iterable<unknown>)]);
    else throw new Unsupported(`a child that is ${Object.prototype.toString.call(node)}`);
  } else if (typeof node === 'string') {
    if (node !== '') writeText(escapeText(node));
  } else if (typeof node === 'number' || typeof node === 'bigint') writeText(`${node}`);
}

function writeText(text: string): void {
  out += afterText ? `<!-- -->${text}` : text;
  afterText = true;
}

function writeAll(nodes: unknown[]): void {
  const level = depth++;
  totals[level] = nodes.length;
  for (let index = 0; index < nodes.length; index++) {
    indexes[level] = index;
    write(nodes[index]);
  }
  depth = level;
}

type Component = ((props: Props, ref?: unknown) => unknown) & {
  prototype?: { isReactComponent?: unknown };
  /** Of templates, which are made of JSX when the bundle is built: see web/vite/precompile.ts. */
  writeHTML?: (props: unknown) => void;
};

function writeComponent(type: Component, props: Props): void {
  if (type.prototype?.isReactComponent) write(instanceOf(type, props).render());
  else {
    beginComponent();
    writeDrawn(type(props, undefined));
  }
}

/** What a function component returned. */
function writeDrawn(drawn: unknown): void {
  if (askedForId()) {
    totals[depth] = 1;
    indexes[depth++] = 0;
    write(drawn);
    depth--;
  } else write(drawn);
}

interface Instance {
  props: unknown;
  context: unknown;
  state: unknown;
  render(): unknown;
}

const noContext = Object.freeze({});
const lifecycles = ['componentWillMount', 'UNSAFE_componentWillMount'];

function instanceOf(type: Component, props: Props): Instance {
  for (const name of ['contextType', 'defaultProps', 'getDerivedStateFromProps'])
    if (name in type) throw new Unsupported(`classes with ${name}`);
  if ('ref' in props) throw new Unsupported('references to classes');
  const instance: Instance = Reflect.construct(type, [props, noContext]);
  for (const name of lifecycles) if (name in instance) throw new Unsupported(`classes with ${name}`);
  instance.props = props;
  instance.context = noContext;
  if (instance.state === undefined) instance.state = null;
  return instance;
}

function writeSpecial(type: unknown, props: Props): void {
  if (type === fragmentType || type === strictModeType || type === profilerType) {
    write(props.children);
    return;
  }
  const special = type as { $$typeof: symbol } | null;
  switch (special?.$$typeof) {
    case contextType:
      writeWithin(special as unknown as Context, props);
      break;
    case consumerType: {
      const { _context } = special as unknown as { _context: Context };
      write((props.children as (value: unknown) => unknown)(_context._currentValue2));
      break;
    }
    case memoType:
      write({ $$typeof: elementType, type: (special as unknown as { type: unknown }).type, props });
      break;
    case forwardRefType: {
      const { ref = null, ...rest } = props;
      beginComponent();
      writeDrawn((special as unknown as { render: Component }).render(rest, ref));
      break;
    }
    default:
      throw new Unsupported(`an element of the type ${String(special?.$$typeof ?? type)}`);
  }
}

function writeWithin(context: Context, props: Props): void {
  const around = context._currentValue2;
  context._currentValue2 = props.value;
  try {
    write(props.children);
  } finally {
    context._currentValue2 = around;
  }
}

// Elements of a document's head, and those with rules that nobody needed so far.
const refused = new Set('html head body title meta link script style object menuitem noscript'.split(' '));
/** Those that were found to be written by the common rules. */
const common = new Set<string>();

function writeHost(tag: string, props: Props): void {
  const own = elements.get(tag);
  if (own) own(tag, props);
  else {
    if (!common.has(tag)) approve(tag);
    writePaired(tag, props);
  }
}

function approve(tag: string): void {
  if (refused.has(tag) || !/^[a-zA-Z][a-zA-Z\d]*$/.test(tag)) throw new Unsupported(`the element <${tag}>`);
  common.add(tag);
}

/** An element with a start tag, children and an end tag. */
export function writePaired(tag: string, props: Props): void {
  let children: unknown;
  let start = `<${tag}`;
  for (const name in props) {
    const value = props[name];
    if (value === undefined || value === null) continue;
    if (name === 'children') children = value;
    else if (typeof value === 'string') {
      const opening = openings.get(name);
      start += opening === undefined ? attribute(name, value) : `${opening}${escapeText(value)}"`;
    } else start += attribute(name, value);
  }
  fill(`${start}>`, children, `</${tag}>`);
}

// What templates are made of: see web/vite/precompile.ts.

/** Writes a piece of HTML, and says whether it ends with text. */
export function put(html: string, endsWithText: boolean): void {
  out += html;
  afterText = endsWithText;
}

/** Writes text that is escaped already. */
export const text = writeText;

/** Writes what stands at a place in a template: path is the total and the index on each level that leads there. */
export function child(node: unknown, path?: readonly number[]): void {
  if (typeof node !== 'object' || !path) write(node);
  else if (node !== null) {
    const level = depth;
    for (let at = 0; at < path.length; depth++) {
      totals[depth] = path[at++] as number;
      indexes[depth] = path[at++] as number;
    }
    write(node);
    depth = level;
  }
}

/** Writes what stands between two pieces of HTML, neither of which ends with text. */
export function fill(start: string, inside: unknown, end: string, path?: readonly number[]): void {
  if (typeof inside === 'string') out += start + escapeText(inside) + end;
  else {
    out += start;
    afterText = false;
    child(inside, path);
    out += end;
  }
  afterText = false;
}

/** An attribute whose value is not known before; empty where there is none. */
export function attr(name: string, value: unknown, ofLink: boolean): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') {
    const opening = openings.get(name);
    if (opening !== undefined) return `${opening}${escapeText(value)}"`;
    if (ofLink && value === '' && name === 'href') return ' href=""';
  }
  return attribute(name, value);
}
