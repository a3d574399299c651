// @vitest-environment node
// The server bundle as the Go program runs it: in a realm that has the language and nothing else.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageData } from './content/types.gen';
import { bookingForm, heroPage, inquiryForm, notFound, privacy, site } from './test-data';

let draw: (url: string, data: PageData) => string;
let folder: string;

beforeAll(() => {
  const web = path.join(import.meta.dirname, '..');
  folder = mkdtempSync(path.join(tmpdir(), 'server-bundle-'));
  const vite = path.join(web, '../node_modules/vite/bin/vite.js');
  const options = [
    'build',
    '--config',
    path.join(web, 'vite.ssr.config.ts'),
    '--outDir',
    folder,
    '--logLevel',
    'error',
  ];
  execFileSync(process.execPath, [vite, ...options], { cwd: web, env: { ...process.env, NODE_ENV: 'production' } });
  const realm = vm.createContext({});
  vm.runInContext(readFileSync(path.join(folder, 'server.js'), 'utf8'), realm);
  draw = (url, data) => {
    Object.assign(realm, { url, json: JSON.stringify(data) });
    return vm.runInContext('__ssr.render(url, json)', realm) as string;
  };
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the server bundle', () => {
  test('draws a page with its sections between the bar and the footer', () => {
    const html = draw('/about', heroPage('/about', 'About us'));
    expect(html).toMatch(/<h1[^>]*>About us<\/h1>/);
    expect(html).toContain('Skip to content');
    expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*>About<\/a>|<a[^>]*href="\/about"[^>]*aria-current="page"/);
    expect(html).toContain('© 2026 Evenlight. All rights reserved');
  });

  test('draws a legal document with a list of its contents', () => {
    const html = draw('/privacy-policy', privacy);
    expect(html).toMatch(/<h1[^>]*>Privacy Policy<\/h1>/);
    expect(html).toContain('September 13, 2025');
    expect(html).toMatch(/href="#your-rights"/);
    expect(html).toMatch(/id="your-rights"/);
    expect(html).toContain('We take care.');
  });

  test('draws the not-found page, wherever it is', () => {
    const html = draw('/no/such/place', notFound);
    expect(html).toContain('Oops! Page not found');
    expect(html).toContain('404');
  });

  test('draws forms that work without scripts', () => {
    const page = heroPage('/connect', 'Connect');
    page.page.sections?.push({ type: 'forms', items: [inquiryForm, bookingForm] });
    const html = draw('/connect', page);
    expect(html.match(/<form[^>]*method="post"/g)).toHaveLength(2);
    expect(html).not.toContain('novalidate');
    expect(html).toContain('min="2026-11-21"');
  });

  test('writes no style attribute, no inline script and no inline style', () => {
    for (const data of [heroPage('/a', 'A'), privacy, notFound]) {
      expect(draw(data.page.path || '/x', data)).not.toMatch(/\sstyle=|<script|<style/);
    }
  });

  test('draws the same page twice alike, and paths with escapes', () => {
    const page = heroPage('/a%20b/%C3%BC', 'Odd');
    expect(draw('/a%20b/%C3%BC', page)).toBe(draw('/a%20b/%C3%BC', page));
  });

  test('throws what a template throws, and draws the next page all the same', () => {
    const broken: PageData = { site, page: { ...privacy.page, legal: undefined } };
    expect(() => draw('/privacy-policy', broken)).toThrow('needs a legal document');
    expect(draw('/about', heroPage('/about', 'About us'))).toContain('About us');
  });

  test('writes text as text', () => {
    const page = heroPage('/a', 'A');
    page.page.sections = [{ type: 'hero', title: '<script>alert(1)</script>' }];
    expect(draw('/a', page)).not.toContain('<script>');
  });
});
