// @vitest-environment node
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Of what `npm run build` made.
const dist = fileURLToPath(new URL('../dist/studio/', import.meta.url));
const document = readFileSync(`${dist}index.html`, 'utf8');
/** Bytes on the way of all files with this ending, in Brotli. */
const bytes = (ending: string) =>
  readdirSync(`${dist}assets`)
    .filter((name) => name.endsWith(`${ending}.br`))
    .reduce((sum, name) => sum + statSync(`${dist}assets/${name}`).size, 0);

test.each([
  ['.js', 250_000],
  ['.css', 12_000],
])('all %s of Studio is within %i bytes', (ending, limit) => {
  expect(bytes(ending)).toBeGreaterThan(1000);
  expect(bytes(ending)).toBeLessThanOrEqual(limit);
});

test('what the first view loads of it is within 150 KB', () => {
  const scripts = [...document.matchAll(/\s(?:src|href)="\/studio\/(assets\/[^"]+\.js)"/g)];
  const sizes = scripts.map(([, name]) => statSync(`${dist}${name}.br`).size);
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(150_000);
});

test('the document has nothing inline, and all that it loads is below /studio', () => {
  expect(document).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  const addresses = [...document.matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((address) => !/^(\/studio\/assets\/|data:,$)/.test(address ?? ''))).toEqual([]);
});
