import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Section } from '../content/types.gen';
import { site } from '../test-data';
import { sections } from './registry.gen';
import { sectionSamples } from './section-samples';

type Item = Record<string, unknown>;

/** The lists of a section whose entries are objects, by the names of their fields; periods are never there twice. */
function listsOf(section: Section): [string, Item[]][] {
  return Object.entries(section).filter(
    (field): field is [string, Item[]] =>
      Array.isArray(field[1]) && typeof field[1][0] === 'object' && field[0] !== 'periods',
  );
}

/** Another one of the same words. What has an id, an address or a value has one of its own. */
function twinOf<T>(item: T): T {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const fields = Object.entries(item).map(([name, value]) =>
    /^(id|href|value)$/.test(name) ? [name, `${value}-2`] : [name, twinOf(value)],
  );
  return Object.fromEntries(fields);
}

function page(section: Section) {
  const Component = sections[section.type] as ComponentType<Section>;
  return (
    <MemoryRouter>
      <SiteProvider value={site}>
        <Component {...section} />
      </SiteProvider>
    </MemoryRouter>
  );
}

const cases = Object.values(sectionSamples).flatMap(({ longest }) =>
  listsOf(longest).map(([field, items]) => ({ type: longest.type, section: longest, field, items })),
);

describe('a page that stays open while its content changes', () => {
  it.each(cases)('$type: two of $field with the same words leave nothing behind when they move', (one) => {
    const { section, field, items } = one;
    const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const twin = twinOf(items[0]);
    const before = { ...section, [field]: [...items, twin] } as Section;
    const after = { ...section, [field]: [twin, ...items.slice(1)] } as Section;
    const { container, rerender } = render(page(before));
    rerender(page(after));
    const fresh = render(page(after)).container;
    expect(container.textContent).toBe(fresh.textContent);
    expect(container.querySelectorAll('li').length).toBe(fresh.querySelectorAll('li').length);
    expect(complain.mock.calls.map((words) => words.join(' '))).toEqual([]);
  });
});
