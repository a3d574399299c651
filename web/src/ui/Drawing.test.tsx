import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Drawing, JoinedDrawings } from './Drawing';

const files = import.meta.glob<string>('../../../content/*/look/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const token = /^var\(--[a-z-]+(, .+)?\)$/;
const paint = (value: string): boolean =>
  ['none', 'currentColor', 'transparent'].includes(value) ||
  token.test(value) ||
  /^(color-mix\(in okl(ab|ch)|light-dark\()[^#]*var\(--.*\)$/.test(value);

/** Elements and attributes that a drawing is made of: nothing that could run, load or carry a rule of its own. */
const elements = [
  'svg',
  'symbol',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'use',
  'text',
];
const paints = ['fill', 'stroke'];

describe.each(Object.entries(files))('the drawing %s', (path, text) => {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const all = [root, ...root.querySelectorAll('*')];
  const symbols = [...root.querySelectorAll('symbol')];

  it('has a name of small letters, and a symbol base beside its parts', () => {
    expect(path).toMatch(/\/[a-z]+(-[a-z]+)*\.svg$/);
    expect(symbols.map((symbol) => symbol.id)).toContain('base');
    expect(new Set(all.map((element) => element.id).filter(Boolean)).size).toBe(all.filter((one) => one.id).length);
  });

  it('draws all symbols in the space of the whole', () => {
    expect(root.getAttribute('viewBox')).toMatch(/^0 0 [\d.]+ [\d.]+$/);
    for (const symbol of symbols) expect(symbol.getAttribute('viewBox')).toBe(root.getAttribute('viewBox'));
  });

  it('is made of shapes and words alone, in colours of the site', () => {
    for (const element of all) {
      expect(elements).toContain(element.tagName);
      for (const { name, value } of element.attributes) {
        expect(`${name}=${value}`).not.toMatch(/^(style|class|on)|url\(|#[0-9a-f]{3,8}$|^href=[^#]/);
        if (paints.includes(name)) expect(`${name} ${value}: ${paint(value)}`).toBe(`${name} ${value}: true`);
      }
    }
  });

  it('is light: rounded numbers, and no file that a phone would wait for', () => {
    expect(text).not.toMatch(/\d\.\d\d/);
    expect(text.length).toBeLessThan(80_000);
  });
});

describe('Drawing', () => {
  const drawing = { url: '/assets/compass.svg', width: 400, height: 300 };

  it('shows the base, and the parts above it', () => {
    const { container } = render(<Drawing drawing={{ ...drawing, parts: ['needle'] }} steps={{ needle: 2 }} />);
    expect([...container.querySelectorAll('use')].map((use) => use.getAttribute('href'))).toEqual([
      '/assets/compass.svg#base',
      '/assets/compass.svg#needle',
    ]);
    expect([...container.querySelectorAll('use')].map((use) => use.getAttribute('data-step'))).toEqual([null, '2']);
    expect([...container.querySelectorAll('use')].map((use) => use.dataset.part)).toEqual([undefined, 'needle']);
    expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 400 300');
  });

  it('is taken from the file of the page, but for one with styles', () => {
    const { container } = render(
      <JoinedDrawings value="/images/drawings-2.svg">
        <Drawing drawing={{ ...drawing, url: '/images/main/compass-1a.svg', parts: ['needle'] }} />
        <Drawing drawing={{ ...drawing, alone: true }} />
      </JoinedDrawings>,
    );
    expect([...container.querySelectorAll('use')].map((use) => use.getAttribute('href'))).toEqual([
      '/images/drawings-2.svg#compass-1a.base',
      '/images/drawings-2.svg#compass-1a.needle',
      '/assets/compass.svg#base',
    ]);
  });

  it('is hidden from those who listen', () => {
    const { container } = render(<Drawing drawing={drawing} />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });

  it('shows nothing where the server knows no such drawing', () => {
    const { container } = render(<Drawing drawing={{}} />);
    expect(container.innerHTML).toBe('');
  });
});
