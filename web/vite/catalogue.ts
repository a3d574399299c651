import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import { base, type Language, type Look, languages, parseAddress, type ShownSite } from '../src/catalogue/addresses.ts';
import type { Site, SiteSummary } from '../src/content/types.gen.ts';

const icons = new URL('../dist/icons.json', import.meta.url);
const fields = new URL('../src/ui/scenes/fields.svg', import.meta.url);

/**
 * The catalogue of components and sections below /_catalogue, during
 * development only. Themes come from the running Go server: each specimen is a
 * document with the root element and the stylesheet of a site, so that a new
 * site shows up by itself. Icons come from a sprite with all of them.
 */
export function catalogue(target: string): Plugin {
  return {
    name: 'catalogue',
    apply: 'serve',
    config: () => ({ optimizeDeps: { entries: ['src/entry-client.ts', 'src/catalogue/*-client.tsx'] } }),
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        if (sendsForm(request)) return send(response, 'application/json', '{"id":"catalogue"}');
        if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return next();
        answer(vite, target, url, response).catch((error: unknown) => {
          vite.config.logger.error(`${url.pathname}: ${error instanceof Error ? error.stack : error}`);
          send(response, 'text/plain', `${error}\nThe catalogue needs the Go server at ${target}, and a build.\n`, 502);
        });
      });
    },
  };
}

/** Forms of specimens can be tried; what they send must reach nobody. */
function sendsForm({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'POST' && URL.canParse(headers.referer ?? '') && new URL(headers.referer ?? '').pathname.startsWith(base)
  );
}

async function answer(vite: ViteDevServer, target: string, url: URL, response: ServerResponse): Promise<void> {
  if (url.pathname === `${base}/icons.svg`)
    return send(response, 'image/svg+xml', spriteOf(await readFile(icons, 'utf8'), await readFile(fields, 'utf8')));
  const address = parseAddress(url.pathname);
  if (!address) return send(response, 'text/plain', `The catalogue has no ${url.pathname}.\n`, 404);
  const sites = await fetchJSON<SiteSummary[]>(target, '/api/sites');
  const id = url.searchParams.get('site') ?? sites[0]?.id;
  if (!address.sample) {
    const html = await vite.transformIndexHtml(base, overviewDocument(await Promise.all(sites.map(withLooks))));
    return send(response, 'text/html', html);
  }
  if (!sites.some((site) => site.id === id)) return send(response, 'text/plain', `There is no site ${id}.\n`, 404);
  const site = await fetchJSON<Site>(target, `/api/sites/${id}`);
  const page = await (await fetchFrom(target, site.path)).text();
  const look = looksOf(site).find((one) => one === url.searchParams.get('look'));
  const language = languages.find((one) => one === url.searchParams.get('language'));
  send(response, 'text/html', await vite.transformIndexHtml(base, specimenDocument(site, page, look, language)));

  async function withLooks({ id, name }: SiteSummary): Promise<ShownSite> {
    return { id, name, looks: looksOf(await fetchJSON<Site>(target, `/api/sites/${id}`)) };
  }
}

function looksOf({ theme }: Site): Look[] {
  return theme.light && theme.dark ? ['light', 'dark'] : [];
}

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(body);
}

async function fetchFrom(target: string, path: string): Promise<Response> {
  const response = await fetch(new URL(path, target));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

async function fetchJSON<T>(target: string, path: string): Promise<T> {
  return (await (await fetchFrom(target, path)).json()) as T;
}

const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

function overviewDocument(sites: ShownSite[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Catalogue</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"></head>
<body><div id="root"></div><script type="application/json" id="sites">${json(sites)}</script>
<script type="module" src="/src/catalogue/catalogue-client.tsx"></script></body></html>`;
}

/**
 * A document that looks like those of a site, in one of its looks where it has two, and in another language where one
 * is asked for; the page is one of them.
 */
export function specimenDocument(site: Site, page: string, look?: Look, language?: Language): string {
  const root = /<html\b[^>]*>/
    .exec(page)?.[0]
    ?.replace(/(data-scheme=")\w+/, look ? `$1${look}` : '$&')
    .replace(/lang="[^"]*"(?: dir="\w+")?/, language ? `lang="${language}" dir="rtl"` : '$&');
  if (!root) throw new Error(`${site.path}: the page has no root element`);
  const fonts = (site.assets.fonts ?? [])
    .map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`)
    .join('');
  return `<!doctype html>${root}<head><meta charset="utf-8"><title>${site.id}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${fonts}
<link rel="stylesheet" href="/src/styles/main.css"><link rel="stylesheet" href="${site.assets.stylesheet}"></head>
<body><div id="root"></div><script type="application/json" id="site-data">${json(site)}</script>
<script type="module" src="/src/catalogue/specimen-client.tsx"></script></body></html>`;
}

/** A sprite with every icon and the drawings for large cards; a site's own has only what its content shows. */
export function spriteOf(iconsJSON: string, fields: string): string {
  const symbols = Object.entries(JSON.parse(iconsJSON) as Record<string, string>).map(
    ([name, drawing]) => `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`,
  );
  return fields.replace('</svg>', `${symbols.join('')}</svg>`);
}
