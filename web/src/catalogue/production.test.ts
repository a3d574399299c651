// @vitest-environment node
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { specimenDocument, spriteOf } from '../../vite/catalogue';
import { site } from '../test-data';
import { usualSamples } from './usual-samples';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** The files of the production build that are text. Without a build there is nothing to test: `make build`. */
const built = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(js|css|json|html|map|svg)$/.test(file) && statSync(path.join(dist, file)).isFile())
  .map((file) => ({ file, text: readFileSync(path.join(dist, file), 'utf8') }));

it('the production build holds nothing of the catalogue', () => {
  const files = built.map(({ file }) => file);
  expect(files).toContain(path.join('server', 'server.js'));
  expect(files).toContain(path.join('client', '.vite', 'manifest.json'));
  expect(files.some((file) => /entry-client.*\.js$/.test(file))).toBe(true);
  expect(files.some((file) => /main.*\.css$/.test(file))).toBe(true);
  const word = /catalogue|data-shown/i;
  expect(built.filter(({ text }) => word.test(text)).map(({ file }) => file)).toEqual([]);
});

it('no part of the client brings a stylesheet along: the document names the only one', () => {
  const scripts = built.filter(({ file }) => file.startsWith('client') && file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter(({ text }) => /"assets\/[^"]+\.css"/.test(text)).map(({ file }) => file)).toEqual([]);
});

it('every icon of the samples is in the sprite of the catalogue', () => {
  const icons = built.find(({ file }) => file === 'icons.json')?.text ?? '';
  const fields = built.find(({ file }) => file === 'fields.svg')?.text ?? '';
  const sprite = spriteOf(icons, fields);
  const names = [...JSON.stringify(usualSamples).matchAll(/"icon":"([^"]+)"/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(sprite).toContain(`<symbol id="${name}" `);
  expect(sprite).toContain('<symbol id="field.dial" ');
});

it('a specimen stands in a document that looks like those of its site', () => {
  const root = '<html lang="de" data-site="main" data-scheme="dark" data-background="aurora">';
  const text = '</script><script>alert(1)</script>';
  const document = specimenDocument({ ...site, tagline: text }, `<!doctype html>${root}<head></head>`);
  expect(document).toContain(root);
  // The layer of a look comes behind all others, as on a page.
  const [sources, theme] = ['/src/styles/main.css', site.assets.stylesheet];
  expect(document).toContain(`<link rel="stylesheet" href="${sources}"><link rel="stylesheet" href="${theme}">`);
  expect(document).not.toContain(text);
  expect(specimenDocument(site, root, 'light')).toContain(root.replace('dark', 'light'));
  expect(specimenDocument(site, root, undefined, 'ar')).toContain(root.replace('lang="de"', 'lang="ar" dir="rtl"'));
  expect(() => specimenDocument(site, 'nothing')).toThrow('no root element');
});
