import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Value } from '../api/types';
import { keysOf, valueAt } from '../changes/values';
import { above, below, isTable, type Schema, schemaAt, shapeOf } from './schema';
import { readSchema, repository, showForm, valuesOf } from './test-form';

/** All files of YAML and Markdown of sites that come with Marquee: what each says, and the name of its schema. */
const files = ['content', 'examples'].flatMap((folder) =>
  readdirSync(repository + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[a-z].*\/.*\.(yaml|md)$/.test(name))
    .map((name) => ({
      name,
      values: valuesOf(readFileSync(`${repository}${folder}/${name}`, 'utf8')),
      schema: schemaOf(folder, name),
    })),
);

function schemaOf(folder: string, name: string): string {
  if (name.includes('/pages/')) return 'page';
  const [site = '', ...rest] = name.split('/');
  const kind = rest.at(-1)?.replace('.yaml', '') ?? '';
  if (['privacy', 'terms'].includes(kind)) return 'legal';
  const isLanguage = rest.length > 1 && existsSync(`${repository}${folder}/${site}/site.yaml`);
  const translation = `${kind}.translation`;
  return isLanguage && existsSync(`${repository}content/.schemas/${translation}.json`) ? translation : kind;
}

/** The paths of all values that hold no others. */
function leavesOf(value: Value, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => leavesOf(item, below(at, i)));
  if (isTable(value)) return Object.entries(value).flatMap(([key, each]) => leavesOf(each, below(at, key)));
  return [at];
}

/** Whether a form shows a value: what it is in, and what that is in, have shapes of their own. */
function isForeseen(schema: Schema, values: Value, at: string): boolean {
  const found = schemaAt(schema, values, at);
  if (!found || shapeOf(schema, found.schema, valueAt(values, at)) === 'other') return false;
  return at === '' || isForeseen(schema, values, above(values, at));
}

test('there are files', () => expect(files.length).toBeGreaterThan(100));

test.each(files)('forms foresee every value of $name', ({ values, schema }) => {
  const root = readSchema(schema);
  expect(leavesOf(values).filter((at) => !isForeseen(root, values, at))).toEqual([]);
});

const fieldOf = (at: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-at]')].find((field) => field.dataset.at === at);

/** A section of a page, or an entry of a file, and in it one value of each kind. */
interface Part {
  file: string;
  values: Value;
  at: string;
  size: number;
  kinds: Map<string, string>;
}

/** The parts of all files of a schema: those with most kinds of values first, and of these the smallest. */
function partsOf(schema: string, isEntries: boolean): Part[] {
  const parts = files
    .filter((file) => file.schema === schema)
    .flatMap(({ values, name }) => {
      const found = new Map<string, Part>();
      for (const leaf of leavesOf(values)) {
        const [first = '', second = ''] = keysOf(values, leaf);
        const at = typeof second === 'number' ? below(String(first), second) : String(first);
        const part = found.get(at) ?? { file: name, values, at, size: 0, kinds: new Map() };
        part.size += 1;
        part.kinds.set(leaf.replace(isEntries ? /^[^.]*|\d+/g : /\d+/g, ''), leaf);
        found.set(at, part);
      }
      return [...found.values()];
    });
  return parts.sort((a, b) => b.kinds.size - a.kinds.size || a.size - b.size);
}

test.each([...new Set(files.map(({ schema }) => schema))])(
  'each kind of value in %s has an input that takes the focus',
  (schema) => {
    const seen = new Set<string>();
    const root = readSchema(schema);
    for (const { file, values, at: place, kinds } of partsOf(schema, !root.properties)) {
      let form: ReturnType<typeof showForm> | undefined;
      for (const [kind, at] of kinds) {
        if (seen.has(kind)) continue;
        seen.add(kind);
        // What is in sight takes the focus as it is; else the form leads to it.
        const inSight = form && fieldOf(at);
        if (inSight) inSight.focus();
        else if (form) form.focusOn(at);
        else {
          cleanup();
          form = showForm({ schema: root, values, file, at: place, focus: at });
        }
        const field = document.activeElement as HTMLInputElement;
        expect(field.dataset.at, file).toBe(at);
        expect(field.matches('input, select, textarea, button'), `${file}: ${at}`).toBe(true);
        const label = field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.textContent;
        expect(label, `${file}: ${at}`).toBeTruthy();
        if (!inSight) expect(document.body.textContent, `${file}: ${at}`).not.toContain('Edit in the file');
      }
    }
  },
);
