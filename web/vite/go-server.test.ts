// @vitest-environment node
import { once } from 'node:events';
import { createServer as createHTTPServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PageData } from '../src/content/types.gen';
import { heroPage, privacy, site } from '../src/test-data';

// What stands on every answer in production, and some that only some have.
const production = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b'; connect-src 'self'; " +
    "require-trusted-types-for 'script'; trusted-types default",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-content-revision': 'r1',
};

const broken: PageData = { site, page: { ...privacy.page, legal: undefined } };
const pages: Record<string, PageData> = { '/about': heroPage('/about', 'About us'), '/privacy-policy': broken };

const html = (data: PageData) =>
  `<!doctype html><html lang=en><head><title>A page</title><link rel=stylesheet href=/assets/theme-1.css>` +
  `<script type=module src=/assets/entry-client-1.js integrity=sha384-x></script></head><body><div id=root>built</div>` +
  `<script id=page-data type=application/json>${JSON.stringify(data)}</script></body></html>`;

/** Stands in for the Go server: pages, and an API that repeats what it was asked. */
const go = createHTTPServer((request, response) => {
  const data = pages[request.url ?? ''];
  response.writeHead(data ? 200 : 404, { ...production, 'content-type': data ? 'text/html' : 'application/json' });
  response.end(data ? html(data) : JSON.stringify({ method: request.method, url: request.url }));
});

let vite: ViteDevServer;
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => go.listen(0, '127.0.0.1', resolve));
  process.env.MARQUEE_URL = `http://127.0.0.1:${(go.address() as AddressInfo).port}`;
  vite = await createServer({
    configFile: path.join(import.meta.dirname, '../vite.config.ts'),
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, strictPort: false },
    optimizeDeps: { noDiscovery: true },
  });
  await vite.listen();
  url = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
}, 60_000);

afterAll(async () => {
  await vite.close();
  go.close();
});

describe('in front of the Go server', () => {
  test('a page is rendered from the sources, which stand in place of the built files', async () => {
    const body = await (await fetch(`${url}/about`)).text();
    expect(body).toMatch(/<h1[^>]*>About us<\/h1>/);
    expect(body).toMatch(/src="\/src\/entry-client\.ts"/);
    expect(body).not.toContain('/assets/entry-client');
    expect(body.indexOf('/src/styles/main.css')).toBeLessThan(body.indexOf('/assets/theme-1.css'));
  });

  test('a page has the headers of production, and a nonce for what hot reload puts into it', async () => {
    const response = await fetch(`${url}/about`);
    const body = await response.text();
    const nonce = /<meta property="csp-nonce" nonce="([^"]+)"/.exec(body)?.[1];
    expect(nonce).toBeTruthy();
    const expected: Record<string, string> = {
      ...production,
      'content-security-policy': production['content-security-policy']
        .replace('script-src ', `script-src 'nonce-${nonce}' `)
        .replace('style-src ', `style-src 'nonce-${nonce}' `),
    };
    for (const [name, value] of Object.entries(expected)) expect(response.headers.get(name), name).toBe(value);
    for (const [script] of body.matchAll(/<script type="module">/g)) expect(script).toContain('nonce=');
  });

  test('what is no page comes as it is', async () => {
    const response = await fetch(`${url}/api/sites?x=1`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ method: 'POST', url: '/api/sites?x=1' });
    for (const [name, value] of Object.entries(production)) expect(response.headers.get(name), name).toBe(value);
  });

  test('pages are loaded anew when it serves other content, and not otherwise', async () => {
    const asked = () => once(go, 'request');
    const send = vi.spyOn(vite.ws, 'send');
    await asked();
    await asked();
    expect(send).not.toHaveBeenCalled();
    production['x-content-revision'] = 'r2';
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'full-reload' }), { timeout: 60_000 });
    await asked();
    await asked();
    expect(send).toHaveBeenCalledOnce();
  });

  test('what a template throws is shown with its message and its stack', async () => {
    const errors = vi.spyOn(vite.config.logger, 'error').mockImplementation(() => undefined);
    const response = await fetch(`${url}/privacy-policy`);
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(body).toContain('ErrorOverlay');
    expect(body).toContain('/privacy-policy: the template legal needs a legal document');
    expect(body).toMatch(/at LegalTemplate \([^)]*LegalTemplate\.tsx:\d+:\d+\)/);
    expect(errors).toHaveBeenCalledOnce();
  });
});
