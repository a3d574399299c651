import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Plugin, ViteDevServer } from 'vite';

const ownPaths = /^\/(@|src\/|node_modules\/|\.vite\/|__vite)/;

/** Headers that belong to one connection, to bytes that are changed here, or to built files. */
const dropped = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'etag', 'link'];

/**
 * Development in front of the Go server: everything that is not Vite's comes
 * from there, with its headers. In pages the sources stand in place of the built
 * files, and the content of the root element is rendered again from the current
 * templates, so that hydration always matches. What a template throws is an
 * error of Vite's: its page shows the message and the stack.
 *
 * When the Go server serves other content, pages are loaded anew: whatever kind of file
 * was saved, and wherever the content is.
 *
 * The content security policy is that of production. Vite's inline script and
 * the style elements by which it replaces styles in a running page carry a nonce,
 * which is all that is allowed beyond it.
 */
export function goServer(target: string): Plugin {
  const nonce = randomUUID();
  return {
    name: 'go-server',
    apply: 'serve',
    config: () => ({ html: { cspNonce: nonce } }),
    // Vite updates what the browser has loaded. A file in which Tailwind has looked for classes is a module without an id.
    hotUpdate({ file, modules, server: { environments, ws } }) {
      const loaded = [...(environments.client.moduleGraph.getModulesByFile(file) ?? [])].some(({ id }) => id);
      if (this.environment.name === 'ssr' && modules.length > 0 && !loaded) ws.send({ type: 'full-reload' });
    },
    configureServer(vite) {
      followContent(vite, target);
      vite.middlewares.use((request, response, next) => {
        if (ownPaths.test(request.url ?? '')) return next();
        forward(vite, { target, nonce }, request, response).catch((error: unknown) => {
          // Vite shows an error over all pages: what a page asks for beside itself must not hide what is shown there.
          if (request.headers['sec-fetch-dest'] && request.headers['sec-fetch-dest'] !== 'document')
            return response.writeHead(502).end(String(error));
          if (error instanceof Error) vite.ssrFixStacktrace(error);
          next(error);
        });
      });
    },
  };
}

/** How often the Go server is asked for the revision of its content, in milliseconds. */
const interval = 200;

async function followContent(vite: ViteDevServer, target: string): Promise<void> {
  let closed = false;
  vite.httpServer?.once('close', () => {
    closed = true;
  });
  let known: string | null = null;
  while (!closed) {
    // It does not answer while it is started again.
    const answer = await fetch(new URL('/api/sites', target), { method: 'HEAD' }).catch(() => undefined);
    const revision: string | null = answer?.headers.get('x-content-revision') ?? known;
    if (known && revision !== known) vite.ws.send({ type: 'full-reload' });
    known = revision;
    await setTimeout(interval);
  }
}

interface Options {
  target: string;
  nonce: string;
}

async function forward(
  vite: ViteDevServer,
  { target, nonce }: Options,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const answer = await ask(target, request);
  const headers: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    if (!dropped.includes(name)) headers[name] = value;
  });
  headers['cache-control'] = 'no-store';
  const type = headers['content-type'] ?? '';
  let body: string | Buffer;
  if (type.startsWith('text/html') && request.method === 'GET') {
    body = await developPage(vite, url, await answer.text());
    const policy = headers['content-security-policy'];
    if (policy) headers['content-security-policy'] = policy.replace(/(script|style)-src /g, `$&'nonce-${nonce}' `);
  } else if (type.startsWith('text/css')) body = themeOnly(await answer.text());
  else body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, headers);
  response.end(body);
}

/** Asks the Go server the same. */
async function ask(target: string, request: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !['connection', 'if-none-match', 'accept-encoding'].includes(name))
      headers.set(name, value);
  }
  const chunks = await request.toArray();
  const body = chunks.length ? Buffer.concat(chunks) : undefined;
  try {
    return await fetch(new URL(request.url ?? '/', target), {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
    });
  } catch (cause) {
    throw new Error(`no answer from the Go server at ${target}; MARQUEE_URL names another address`, { cause });
  }
}

/** A page of the Go server, with the sources in place of the built files. */
async function developPage(vite: ViteDevServer, url: string, html: string): Promise<string> {
  const page = html
    .replace(/<script type="?module"?[^>]*src="?\/assets\/[^>]*><\/script>/g, '')
    .replace(/<link[^>]*rel="?modulepreload"?[^>]*>/g, '')
    // The sources of the styles come before the theme, as the built ones do.
    .replace(/<link[^>]*rel="?stylesheet"?[^>]*>/, '<link rel="stylesheet" href="/src/styles/main.css">$&')
    .replace('</head>', '<script type="module" src="/src/entry-client.ts"></script></head>');
  return vite.transformIndexHtml(url, await renderAgain(vite, url, page));
}

async function renderAgain(vite: ViteDevServer, url: string, page: string): Promise<string> {
  const json = /<script[^>]*id="?page-data"?[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const start = /<div id="?root"?[^>]*>/.exec(page);
  const end = page.lastIndexOf('</div>', page.search(/<script[^>]*id="?page-data/));
  if (!json || !start || end < 0) return page;
  const { render } = (await vite.ssrLoadModule('/src/entry-server.tsx')) as {
    render(url: string, data: string): string;
  };
  return `${page.slice(0, start.index)}<div id="root">${render(url.replace(/[?#].*/, ''), json)}${page.slice(end)}`;
}

/** What the Go server writes behind the built styles, which come from the sources: the fonts and the theme of the site. */
const themeOnly = (stylesheet: string) => stylesheet.slice(stylesheet.indexOf('/*theme*/'));
