// @vitest-environment node
// React's own renderer is the specification: whatever is drawn here is drawn by both.
import {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
  type ReactNode,
  StrictMode,
  Suspense,
  use,
  useContext,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import * as react from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { components } from '../catalogue/components';
import { catalogueSamples } from '../catalogue/samples';
import { SiteProvider } from '../content/site-context';
import type { Section } from '../content/types.gen';
import { installFormsPanel } from '../forms/FormsPanel';
import { FormsPanelView } from '../forms/FormsPanelView';
import { sections } from '../sections/registry.gen';
import { site } from '../test-data';
import { SpriteProvider } from '../ui/Icon';
import { renderToString } from './renderer';
import { Unsupported } from './unsupported';

installFormsPanel(FormsPanelView);

const nothing = () => undefined;

// React warns of attributes that it does not like; how it writes them counts here all the same.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(nothing));

/** Draws with both, and returns what they agree on. */
function drawn(node: ReactNode): string {
  const html = renderToString(node);
  expect(html).toBe(react.renderToString(node));
  return html;
}

const Level = createContext('none');

function Shown() {
  return <i>{useContext(Level)}</i>;
}

function Broken(): ReactNode {
  throw new TypeError('no such field');
}

function Hooks({ first }: { first: string }) {
  const [state] = useState(() => `${first}!`);
  const [count] = useReducer(
    (n: number) => n + 1,
    2,
    (n) => n * 2,
  );
  const ref = useRef(count);
  const sum = useMemo(() => count + ref.current, [count]);
  const store = useSyncExternalStore(
    () => nothing,
    () => 'browser',
    () => 'server',
  );
  useEffect(() => {
    throw new Error('never on a server');
  });
  return <p title={store}>{[state, sum, use(Level)]}</p>;
}

class Box extends Component<{ children: ReactNode }> {
  override state = { name: 'box' };
  override render() {
    return <b className={this.state.name}>{this.props.children}</b>;
  }
}

const Kept = memo(function Kept({ of }: { of: string }) {
  return <u>{of}</u>;
});

const Given = forwardRef<HTMLElement, { of: string }>(function Given({ of }, ref) {
  return <s ref={ref}>{`${of}${ref === null}${useId()}`}</s>;
});

function Ids({ children }: { children?: ReactNode }) {
  const [first, second] = [useId(), useId()];
  return (
    <p id={first} title={second}>
      {children}
    </p>
  );
}

function Late() {
  const [done, setDone] = useState(false);
  if (!done) setDone(true);
  return <p>{String(done)}</p>;
}

describe('components', () => {
  test('see the contexts around them, and no others', () => {
    const html = drawn(
      <>
        <Level value="outer">
          <Shown />
          <Level value="inner">
            <Shown />
            <Level.Consumer>{(level) => <b>{level}</b>}</Level.Consumer>
          </Level>
          <Shown />
        </Level>
        <Shown />
      </>,
    );
    expect(html).toBe('<i>outer</i><i>inner</i><b>inner</b><i>outer</i><i>none</i>');
  });

  test('leave no context behind when they throw', () => {
    expect(() => renderToString(<Level value="left">{[<Broken key="a" />]}</Level>)).toThrow('no such field');
    expect(drawn(<Shown />)).toBe('<i>none</i>');
  });

  test('use hooks as on a server', () => {
    expect(drawn(<Hooks first="a" />)).toBe('<p title="server">a!<!-- -->8<!-- -->none</p>');
  });

  test('may be classes, memoized, and given a reference', () => {
    drawn(
      <StrictMode>
        <Box>
          <Kept of="x" />
          <Given of="y" />
        </Box>
      </StrictMode>,
    );
  });

  test('have ids that tell their place in the tree, however deep and wide it is', () => {
    const deep = (levels: number): ReactNode =>
      levels === 0 ? (
        <Ids />
      ) : (
        [
          <Ids key="a" />,
          null,
          <Ids key="b">{deep(levels - 1)}</Ids>,
          [<Ids key="c" />, ...Array.from({ length: levels * 7 }, (_, n) => n % 6 === 5 && <Ids key={n} />)],
        ]
      );
    const html = drawn(<div>{deep(9)}</div>);
    const ids = html.match(/id="[^"]*"/g) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('ids are right in lists of any length, one in another', () => {
  for (let n = 0; n < 300; n++) {
    let node: ReactNode = <Ids />;
    for (let level = 0; level < 12; level++) {
      const list: ReactNode[] = Array.from({ length: ((n * 7 + level * (n % 5)) % 33) + 1 }, () => null);
      list[(n + level) % list.length] = node;
      node = list;
    }
    drawn(node);
  }
});

describe('elements', () => {
  test('escape text and attributes, and keep texts apart', () => {
    drawn(
      <p title={'"it\'s" <b> & co'}>
        {'"it\'s"'} {1}
        {'<b>'} &amp; {''}
        {false}
        {null}co
        {0n}
        <b />
        after
      </p>,
    );
    drawn(['a', 'b', <Fragment key="c">c{'d'}</Fragment>, new Set(['e', 'f'])]);
  });

  test('of forms put their attributes in the order that React does', () => {
    drawn(
      <form target="_self" method="post" className="f" action="/send" noValidate encType="multipart/form-data">
        <label htmlFor="a">A</label>
        <input value="1 & 2" name="a" readOnly id="a" type="text" required autoComplete="off" maxLength={3} />
        <input defaultValue="d" name="b" aria-invalid={false} spellCheck={false} disabled={false} />
        <input type="checkbox" defaultChecked name="c" />
        <input type="checkbox" checked={false} readOnly defaultChecked={true} />
        <select name="s" defaultValue="two" multiple={false}>
          <option value="">None</option>
          <option>two</option>
          <optgroup label="more">
            <option value="three" disabled>
              Three {3}
            </option>
          </optgroup>
        </select>
        <select multiple defaultValue={['a', 'b']}>
          <option value="a">A</option>
          <option value="c">C</option>
        </select>
        <select>
          <option selected>one</option>
        </select>
        <textarea rows={4} cols={0} defaultValue={'\n<two>\nlines'} name="t" />
        <textarea value="" readOnly />
        <button type="submit" name="go" value="1" formNoValidate formMethod="get" className="b">
          Go {1}
        </button>
        <button type="button">text</button>
      </form>,
    );
  });

  test('without an end, in drawings, and with a line feed at their start', () => {
    drawn(
      <div>
        a<br />b<hr className="x" />
        <pre>{'\nfirst'}</pre>
        <pre>
          {'\n'}
          <code>x</code>
        </pre>
        {createElement('b', { autoFocus: true, 'aria-current': undefined })}
        <svg viewBox="0 0 1 1" fill="none" strokeWidth={2} focusable={false} aria-hidden>
          <linearGradient gradientUnits="userSpaceOnUse" id="g" x1="0">
            <stop stopColor="red" offset={0} />
          </linearGradient>
          <path strokeLinecap="round" d="M0 0" clipPath="url(#g)" />
          <use href="#a" />
        </svg>
        <details open>
          <summary tabIndex={-1}>s</summary>
        </details>
        <ol start={3}>
          <li hidden>x</li>
        </ol>
        <a href="/x" download onClick={nothing} data-on={true} data-off={false}>
          x
        </a>
        <a download="name" href="mailto:a@example.com">
          <time dateTime="2026-01-01" suppressHydrationWarning>
            now
          </time>
        </a>
      </div>,
    );
  });

  test('of images are fetched ahead, urgent ones and the first ten before others', () => {
    const image = (n: number, more: object = {}) => <img key={n} src={`/i${n}.png`} alt="" {...more} />;
    const html = drawn(
      <div>
        {Array.from({ length: 12 }, (_, n) => image(n))}
        {image(3)}
        {image(11, { fetchPriority: 'high' })}
        {image(20, { fetchPriority: 'high', srcSet: '/a 1x', sizes: '100vw', crossOrigin: 'anonymous' })}
        {image(21, { loading: 'lazy' })}
        {image(22, { fetchPriority: 'low' })}
        {image(23, { src: 'data:image/png;base64,' })}
        {image(24, { src: '' })}
        <picture>
          <source srcSet="/b.avif" type="image/avif" />
          {image(25)}
        </picture>
      </div>,
    );
    expect(html.match(/<link/g)).toHaveLength(13);
  });
});

describe('what is not known is refused, and left to React', () => {
  test.each<[string, ReactNode]>([
    ['a boundary', <Suspense key="a">x</Suspense>],
    ['state that changes while drawing', <Late key="a" />],
    ['an action', <form key="a" action={nothing} />],
    ['inline styles', <p key="a" style={{ color: 'red' }} />],
    ['elements of the head', <title key="a">x</title>],
    ['elements of one’s own', createElement('x-y', { key: 'a' })],
    ['scripts as addresses', createElement('a', { href: 'java\nscript:alert(1)' })],
    ['attributes with rules of their own', createElement('use', { xlinkHref: '#a' })],
    ['an empty address', createElement('a', { href: '' })],
  ])('%s', (_, node) => {
    expect(() => renderToString(node)).toThrow(Unsupported);
    expect(() => react.renderToString(node)).not.toThrow();
  });
});

describe('what the catalogue shows', () => {
  const within = (children: ReactNode) => (
    <MemoryRouter>
      <SiteProvider value={site}>
        <SpriteProvider value="/icons.svg">{children}</SpriteProvider>
      </SiteProvider>
    </MemoryRouter>
  );
  test.each(Object.entries(components))('the component %s', (_, { draw: Draw }) => {
    drawn(within(<Draw />));
  });
  const samples = Object.values(catalogueSamples).flatMap((of) => Object.entries(of) as [string, Section][]);
  test.each(samples.map(([name, section]) => [section.type, name, section] as const))('%s: %s', (type, _, section) => {
    drawn(within(createElement(sections[type] as React.ComponentType<Section>, section)));
  });
});

const Told = createContext(0);

function NoId({ children }: { children: ReactNode }) {
  return [useContext(Told) > 0.5 && 'told', <i key="i" />, children];
}

function OneId({ children }: { children: ReactNode }) {
  return [<i key="i" id={useId()} />, useContext(Told) > 0.5 && 'told', children];
}

function TwoIds({ children }: { children: ReactNode }) {
  const [first, second] = [useId(), useId()];
  return (
    <i id={`${first} ${second}`}>
      {second}
      {children}
    </i>
  );
}

describe('any tree', () => {
  const attributes: [string, ...unknown[]][] = [
    ['className', 'a b', '', 'x"y', 7],
    ['id', 'a', 1],
    ['title', "it's <&>", '', Number.NaN],
    ['hidden', true, false, 'until-found', null],
    ['tabIndex', 0, -1, '2'],
    ['role', 'img', false],
    ['aria-hidden', true, false, 'true'],
    ['data-x', true, 0, '', undefined],
    ['lang', 'en', true],
    ['draggable', true, false],
    ['contentEditable', 'true', false],
    ['rowSpan', 2, 0, 'x'],
    ['cols', 0, 3, '4'],
    ['download', true, false, 'n'],
    ['href', '/x?a=1&b=2', false],
    ['width', 3, '100%', true],
    ['inert', true, ''],
    ['onClick', nothing, 'text'],
    ['strokeWidth', 2, '3'],
    ['suppressHydrationWarning', true],
    ['dir', 'rtl', 0],
  ];
  const tags = [
    'div',
    'p',
    'span',
    'li',
    'svg',
    'a',
    'button',
    'br',
    'img',
    'input',
    'label',
    'pre',
    'g',
    'td',
    'form',
  ];
  const hollow = new Set(['br', 'img', 'input']);

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

  function grow(next: () => number, depth: number): ReactNode {
    const pick = <Value,>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
    const children = () => Array.from({ length: Math.floor(next() * 4) }, () => grow(next, depth - 1));
    if (depth === 0 || next() < 0.25)
      return pick<ReactNode>(['text', '', ' ', '<&>', "it's", '\nx', 0, 12.5, null, undefined, true, false, 7n]);
    const kind = next();
    if (kind < 0.55) {
      const tag = pick(tags);
      const props: Record<string, unknown> = {};
      for (let n = Math.floor(next() * 4); n > 0; n--) {
        const [name, ...values] = pick(attributes);
        props[name] = pick(values);
      }
      return createElement(tag, props, ...(hollow.has(tag) ? [] : children()));
    }
    if (kind < 0.65) return createElement(Fragment, null, ...children());
    if (kind < 0.75) return children();
    if (kind < 0.85) return createElement(Told, { value: next() }, ...children());
    const Grown = pick([NoId, OneId, TwoIds]);
    return <Grown>{children()}</Grown>;
  }

  test.each(Array.from({ length: 40 }, (_, seed) => seed))('grown from seed %i, fifty times', (seed) => {
    const next = chance(seed);
    for (let n = 0; n < 50; n++) drawn(grow(next, 6));
  });
});
