import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Value } from '../api/types';
import { keysOf, valueAt } from '../changes/values';
import { above, below, isTable, type Schema, schemaAt, shapeOf } from './schema';
import { readSchema, repository, showForm, valuesOf } from './test-form';

/** All files of YAML and Markdown of sites that come with Marquee, with the name of the schema of each. */
const files = ['content', 'examples'].flatMap((folder) =>
  readdirSync(repository + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[a-z].*\/.*\.(yaml|md)$/.test(name))
    .map((name) => ({ name, path: `${repository}${folder}/${name}`, schema: schemaOf(folder, name) })),
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

test.each(files)('forms foresee every value of $name', ({ path, schema }) => {
  const values = valuesOf(readFileSync(path, 'utf8'));
  const root = readSchema(schema);
  expect(leavesOf(values).filter((at) => !isForeseen(root, values, at))).toEqual([]);
});

const fieldOf = (at: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-at]')].find((field) => field.dataset.at === at);

test.each([...new Set(files.map(({ schema }) => schema))])(
  'each kind of value in %s has an input that takes the focus',
  (schema) => {
    const shown = new Set<string>();
    const root = readSchema(schema);
    const isEntries = !root.properties;
    for (const { path, name } of files.filter((file) => file.schema === schema)) {
      const values = valuesOf(readFileSync(path, 'utf8'));
      let form: ReturnType<typeof showForm> | undefined;
      let shownPlace: string | undefined;
      for (const at of leavesOf(values)) {
        const kind = at.replace(isEntries ? /^[^.]*|\d+/g : /\d+/g, '');
        if (shown.has(kind)) continue;
        shown.add(kind);
        // A section, or an entry.
        const place = keysOf(values, at).slice(0, 2).reduce<string>(below, '');
        // What is in sight takes the focus as it is; else the form leads to it.
        const inSight = place === shownPlace ? fieldOf(at) : undefined;
        if (place !== shownPlace) {
          cleanup();
          form = showForm({ schema: root, values, file: name, at: place, focus: at });
          shownPlace = place;
        } else if (inSight) inSight.focus();
        else form?.focusOn(at);
        const field = document.activeElement as HTMLInputElement;
        expect(field.dataset.at, name).toBe(at);
        expect(field.matches('input, select, textarea, button'), `${name}: ${at}`).toBe(true);
        const label = field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.textContent;
        expect(label, `${name}: ${at}`).toBeTruthy();
        if (!inSight) expect(document.body.textContent, `${name}: ${at}`).not.toContain('Edit in the file');
      }
    }
  },
);
