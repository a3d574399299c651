// @vitest-environment node
// Elements that were made templates are drawn like those that were not: by the
// lean renderer and by React, whose output from the plain ones is the measure.
import { createContext, Fragment, type ReactNode, useContext, useId } from 'react';
import { renderToString as renderByReact } from 'react-dom/server';
import { parseAst } from 'vite';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { compile, type tools } from '../../vite/precompile';
import { attr, child, elementType, fill, put, renderToString, text } from './renderer';

// React warns of attributes that it does not like; how it writes them counts here all the same.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const head = 'import { jsx, jsxs, Fragment } from "react/jsx-runtime";';
const Told = createContext('');

function Shown({ children }: { children?: ReactNode }) {
  return [useContext(Told), <i id={useId()} key="i" />, children];
}

/** What expressions can use; made of elements without development's books, as in the bundle. */
const known = {
  jsx: make,
  jsxs: make,
  Fragment,
  Shown,
  Told,
  list: (...items: unknown[]) => items,
  call: () => 'called',
};

const runtime = {
  $attr: attr,
  $child: child,
  $elementType: elementType,
  $fill: fill,
  $put: put,
  $text: text,
} satisfies Record<`$${(typeof tools)[number]}`, unknown>;

function make(type: unknown, props: object): ReactNode {
  return { $$typeof: elementType, type, props, key: null } as unknown as ReactNode;
}

function evaluate(source: string, values: object): ReactNode {
  const all = { ...known, ...values };
  return new Function(...Object.keys(all), source)(...Object.values(all)) as ReactNode;
}

/** Draws an expression in three ways, and returns the HTML and the code it became. */
function drawn(expression: string): { html: string; code: string } {
  const source = `${head}\n(${expression});`;
  const compiled = compile(source, parseAst(source));
  const code = [...compiled.templates, `return ${compiled.code.slice(head.length + 1)}`].join('\n');
  const html = renderByReact(evaluate(`return (${expression})`, {}));
  expect(renderToString(evaluate(code, runtime)), code).toBe(html);
  expect(renderByReact(evaluate(code, runtime)), code).toBe(html);
  return { html, code };
}

describe('a template', () => {
  test('holds what is constant as HTML', () => {
    const { html, code } = drawn(
      'jsxs("p", { className: "a \\"b\\"", tabIndex: -1, hidden: true, inert: false, children: ["x < ", 1, jsx("br", {})] })',
    );
    expect(html).toBe('<p class="a &quot;b&quot;" tabindex="-1" hidden="">x &lt; <!-- -->1<br/></p>');
    expect(code).toContain('<p class=\\"a &quot;b&quot;\\" tabindex=\\"-1\\" hidden=\\"\\">x &lt; <!-- -->1');
  });

  test('leaves out what only browsers need, and asks for the rest once', () => {
    const { code } = drawn(
      'jsx("a", { href: call(), onClick: () => call(), ref: call(), title: undefined, children: call() }, call())',
    );
    expect(code.match(/call\(\)/g)).toHaveLength(2);
  });

  test('keeps texts apart, whether they are known or not', () => {
    drawn('jsxs("p", { children: ["a", call(), "b", "", call(), null, "c", jsx("b", { children: "d" }), "e"] })');
    drawn('jsxs("p", { children: [call(), jsxs(Fragment, { children: ["a", call()] }), "b"] })');
  });

  test('gives ids by the place in the tree', () => {
    const shown = 'jsx(Shown, {})';
    drawn(
      `jsxs("div", { children: [${shown}, jsxs("p", { children: [${shown}, list(${shown}, ${shown}), jsx("b", { children: ${shown} })] }), ${shown}] })`,
    );
  });

  test('sees the contexts around it', () => {
    drawn(
      'jsx(Told, { value: "x", children: jsx("p", { children: jsx(Shown, { children: jsx("b", { children: "y" }) }) }) })',
    );
  });

  test('is not made of elements with rules of their own', () => {
    const { code } = drawn(
      'jsxs("form", { action: "/", children: [jsx("input", { defaultValue: "x" }), jsx("button", { name: "a", children: "b" }), jsx("p", { ...call })] })',
    );
    expect(code).not.toContain('$put');
  });
});

describe('any expression', () => {
  const attributes = [
    'className: "a b"',
    'className: list("a").join()',
    'id: 7',
    'title: "it\'s <&>"',
    'title: call() && undefined',
    'hidden: call() === ""',
    'tabIndex: 1 - 1',
    'role: false',
    '"aria-hidden": true',
    '"aria-label": call()',
    '"data-x": null',
    'lang: `en`',
    'href: "/x?a&b"',
    'href: list("").join()',
    'onClick: call',
    'strokeWidth: 2',
    'rowSpan: call()',
    'download: true',
    'download: call()',
    'spellCheck: false',
  ];
  const tags = ['div', 'p', 'span', 'a', 'svg', 'g', 'button', 'form', 'pre', 'li', 'select'];
  const leaves = [
    '"text"',
    '""',
    '"<&>"',
    '0',
    '1.5',
    'null',
    'undefined',
    'true',
    '`x`',
    'call()',
    'list("a", "b")',
    'list()',
  ];

  /** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
  function chance(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  function grow(next: () => number, depth: number): string {
    const pick = (values: readonly string[]): string => values[Math.floor(next() * values.length)] as string;
    if (depth === 0 || next() < 0.2) return pick(leaves);
    const inner = Array.from({ length: Math.floor(next() * 4) }, () => grow(next, depth - 1));
    const children = inner.length === 1 ? `children: ${inner[0]}` : `children: [${inner.join(', ')}]`;
    const kind = next();
    if (kind < 0.6) {
      const named = new Map(
        Array.from({ length: Math.floor(next() * 4) }, () => pick(attributes)).map((one) => [one.split(':')[0], one]),
      );
      return `jsx("${pick(tags)}", { ${[...named.values(), children].join(', ')} })`;
    }
    if (kind < 0.7) return `jsx(Fragment, { ${children} })`;
    if (kind < 0.8) return `list(${inner.join(', ')})`;
    if (kind < 0.9) return `jsx(Told, { value: ${pick(leaves)}, ${children} })`;
    return `jsx(Shown, { ${children} })`;
  }

  test.each(Array.from({ length: 30 }, (_, seed) => seed))('grown from seed %i, twenty times', (seed) => {
    const next = chance(seed);
    for (let n = 0; n < 20; n++) drawn(`jsx("main", { children: ${grow(next, 6)} })`);
  });
});
