import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { catalogueSamples } from '../catalogue/samples';
import { SiteProvider } from '../content/site-context';
import type { Section } from '../content/types.gen';
import { site } from '../test-data';
import { SpriteProvider } from '../ui/Icon';
import { sections } from './registry.gen';
import { sectionSamples } from './section-samples';

// Counts the states and effects of our own components: libraries get the real React.
const hooks = vi.hoisted(() => ({ used: 0 }));
vi.mock('react', async (importActual) => {
  const react = await importActual<typeof import('react')>();
  const counted = <T extends (...args: never[]) => unknown>(hook: T) =>
    ((...args) => {
      hooks.used++;
      return hook(...args);
    }) as T;
  const { useState, useReducer, useEffect } = react;
  return { ...react, useState: counted(useState), useReducer: counted(useReducer), useEffect: counted(useEffect) };
});

/** What the server writes for a page that holds the section. */
function draw(section: Section): string {
  const Component = sections[section.type] as ComponentType<Section>;
  return renderToString(
    <StaticRouter location="/">
      <SiteProvider value={site}>
        <SpriteProvider value="/icons.svg">
          <Component {...section} />
        </SpriteProvider>
      </SiteProvider>
    </StaticRouter>,
  );
}

function parse(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

const cases = Object.entries(catalogueSamples).flatMap(([type, samples]) =>
  Object.entries(samples).map(([length, section]) => ({ type, length, section })),
);

describe.each(cases)('a section $type with its $length content', ({ type, section }) => {
  const html = draw(section);
  const root = parse(html);

  it('holds no style attribute and no style element, which the content security policy forbids', () => {
    expect(html).not.toMatch(/\sstyle=|<style/);
  });

  it('is drawn the same twice', () => {
    expect(draw(section)).toBe(html);
  });

  it('says that it is interactive where it has a state or an effect, and only there', () => {
    hooks.used = 0;
    draw(section);
    const says = root.querySelector('[data-interactive]') !== null;
    expect(says, 'a state or an effect is said by an element, such as <figure data-interactive>').toBe(hooks.used > 0);
  });

  it('has the one main title if it is a hero, and none otherwise', () => {
    expect(root.querySelectorAll('h1')).toHaveLength(type === 'hero' ? 1 : 0);
  });

  it('leaves out no level of headings', () => {
    // Before the section stands the page's main title.
    let above = 1;
    for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
      const level = Number(heading.tagName.slice(1));
      expect(level, heading.textContent).toBeLessThanOrEqual(above + 1);
      above = level;
    }
  });

  it('is a landmark named by its title, or none at all', () => {
    const element = root.firstElementChild;
    expect(element?.tagName).toBe('SECTION');
    const titled = 'title' in section && Boolean(section.title);
    const label = element?.getAttribute('aria-labelledby');
    expect(Boolean(label)).toBe(titled);
    if (label) expect(root.querySelector(`[id="${label}"]`)?.tagName).toMatch(/^H[12]$/);
    expect(root.querySelectorAll('section')).toHaveLength(1);
    for (const tabs of root.querySelectorAll('[role=tablist]'))
      expect(tabs.getAttribute('aria-labelledby')).toBe(label);
  });

  it('uses every id once', () => {
    const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    if ('id' in section && section.id) expect(root.firstElementChild?.id).toBe(section.id);
  });

  it('has lists that hold items only', () => {
    for (const list of root.querySelectorAll('ul, ol')) {
      expect(list.children.length).toBeGreaterThan(0);
      expect([...list.children].every(({ tagName }) => tagName === 'LI')).toBe(true);
    }
  });

  it('keeps drawings away from assistive technology, but for those that have a name', () => {
    for (const drawing of root.querySelectorAll('svg')) {
      const named = drawing.getAttribute('role') === 'img' && drawing.querySelector(':scope > title')?.textContent;
      if (!named) expect(drawing.closest('[aria-hidden="true"]')).not.toBeNull();
    }
  });
});

/** All texts of the content: values of fields, without names of things and addresses. */
function wordsOf(value: unknown, key = ''): string[] {
  const silent =
    /^(id|type|kind|icon|href|layout|size|style|detail|site|name|amount|currency|period|from|autocomplete|url|starts|side|srcset|sizes|alt|player|contentType|captionsUrl|part|parts)$/;
  if (typeof value === 'string') return silent.test(key) || value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((entry) => wordsOf(entry, key));
  if (typeof value === 'object' && value) return Object.entries(value).flatMap(([name, entry]) => wordsOf(entry, name));
  return [];
}

describe('a section with its longest content', () => {
  // Forms say some of their words later, when they are sent.
  it.each(Object.values(sectionSamples).filter(({ longest }) => longest.type !== 'forms'))(
    'shows every word of it: $longest.type',
    ({ longest }) => {
      const root = parse(draw(longest));
      // What a picture shows is said to those who do not see it.
      const shown = [root.textContent, ...[...root.querySelectorAll('img')].map(({ alt }) => alt)].join(' ');
      // Signs stand for true and false in tables.
      const words = wordsOf(longest).filter((word) => word !== 'true' && word !== 'false');
      expect(words.length).toBeGreaterThan(0);
      for (const part of words) expect(shown).toContain(part);
    },
  );
});

it('keeps the words of a hero’s point together, away from the gap behind its dot', () => {
  const hero = { ...sectionSamples.hero.longest, points: ['94.7 in the city'] } as Section;
  const [point] = parse(draw(hero)).querySelectorAll('[data-slot=points] > li');
  expect(point?.childNodes).toHaveLength(1);
  expect(point?.textContent).toBe('94.7 in the city');
});
