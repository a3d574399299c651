import { describe, expect, it } from 'vitest';
import { sections } from '../sections/registry.gen';
import { site } from '../test-data';
import { languages, parseAddress, specimenAddress } from './addresses';
import { components } from './components';
import { nodes } from './MarkdownStates';
import { catalogueSamples, sectionTypes } from './samples';
import { shownRule } from './shown-states';
import { dictionaries, translated } from './translated';
import { usualSamples } from './usual-samples';

const files = (modules: Record<string, unknown>) =>
  Object.keys(modules).flatMap((file) => /\/([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? []);

describe('the catalogue', () => {
  it('has every section type that can be drawn, with its samples', () => {
    expect(sectionTypes).toEqual(Object.keys(sections).sort());
    for (const type of sectionTypes) {
      expect(Object.keys(catalogueSamples[type])).toContain('usual');
      for (const section of Object.values(catalogueSamples[type])) expect(section.type).toBe(type);
    }
  });

  it('has every component of web/src/ui but those that all sections are made of', () => {
    const shown = new Set(Object.values(components).flatMap(({ shows }) => shows));
    const all = files(import.meta.glob('../ui/*.tsx')).filter((name) => !/^(Section.*|Words)$/.test(name));
    expect([...shown].sort()).toEqual(all.sort());
  });
});

describe.each(languages)('the language %s', (language) => {
  it('has words of the samples, and of nothing else', () => {
    const known = JSON.stringify([usualSamples, site, nodes]);
    const words = Object.keys(dictionaries[language] ?? {});
    expect(words.length).toBeGreaterThan(200);
    expect(words.filter((word) => !known.includes(JSON.stringify(word)))).toEqual([]);
  });

  it('is that of the samples in a document that has it', () => {
    expect(translated(usualSamples.quote)).toBe(usualSamples.quote);
    document.documentElement.lang = language;
    const { text } = usualSamples.quote;
    expect(translated(usualSamples.quote)).toEqual({ type: 'quote', text: dictionaries[language]?.[text] });
    expect(translated(nodes).map(({ kind }) => kind)).toEqual(nodes.map(({ kind }) => kind));
    document.documentElement.lang = '';
  });
});

describe('addresses', () => {
  it('are read as they are written', () => {
    const { pathname } = new URL(specimenAddress('toast-error', 'usual', site.id), site.baseURL);
    expect(parseAddress(pathname)).toEqual({ type: 'toast-error', sample: 'usual' });
    expect(parseAddress('/_catalogue')).toEqual({ type: 'ui' });
    expect(parseAddress('/_catalogue/hero')).toEqual({ type: 'hero' });
  });

  it('are none outside the catalogue', () => {
    expect(parseAddress('/_catalogues')).toBeUndefined();
    expect(parseAddress('/_catalogue/hero/usual/more')).toBeUndefined();
    expect(parseAddress('/about')).toBeUndefined();
  });
});

it('a state is shown by the rules of its pseudo-class, and names that merely hold the word stay', () => {
  expect(shownRule('.a:hover, .b:focus-visible > i:active { color: red; }')).toBe(
    '.a[data-shown~="hover"], .b[data-shown~="focus-visible"] > i[data-shown~="active"] { color: red; }',
  );
  expect(shownRule('.hover\\:text-text { &:hover { color: red; } }')).toBe(
    '.hover\\:text-text { &[data-shown~="hover"] { color: red; } }',
  );
  expect(shownRule('.a:active-view-transition {}')).toBe('.a:active-view-transition {}');
});
