import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';

const ownPaths = /^\/(@|src\/|node_modules\/|\.vite\/|__vite)/;

/** Headers that belong to one connection, or to bytes that are changed here. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'etag',
  'link',
  'content-security-policy',
]);

/**
 * Development in front of the Go server: everything that is not Vite's comes
 * from there. In pages the built scripts are replaced by the sources, and the
 * content of the root element is drawn again from the current templates, so
 * that hydration always matches. The site's stylesheet stays, for its theme.
 */
export function goServer(target: string): Plugin {
  return {
    name: 'go-server',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (ownPaths.test(request.url ?? '')) return next();
        forward(vite, target, request, response).catch((error: unknown) => {
          vite.config.logger.error(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}`);
          response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
          response.end(
            `No answer from the Go server at ${target}. Is it running? MARQUEE_URL names another address.\n${String(error)}\n`,
          );
        });
      });
    },
  };
}

async function forward(
  vite: ViteDevServer,
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !['connection', 'if-none-match', 'accept-encoding'].includes(name))
      headers.set(name, value);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(new URL(url, target), {
    method: request.method,
    headers,
    body: chunks.length ? Buffer.concat(chunks) : undefined,
    redirect: 'manual',
  });
  const kept: Record<string, string> = {};
  answer.headers.forEach((value, name) => {
    if (!dropped.has(name)) kept[name] = value;
  });
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') && request.method === 'GET';
  const body = isPage ? await develop(vite, url, await answer.text()) : Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { ...kept, 'cache-control': 'no-store' });
  response.end(body);
}

const preamble = `
import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`;

/** A page of the Go server, with the sources in place of the built files. */
async function develop(vite: ViteDevServer, url: string, html: string): Promise<string> {
  const page = html
    .replace(/<script type="?module"?[^>]*src="?\/assets\/[^>]*><\/script>/g, '')
    .replace(/<link[^>]*rel="?modulepreload"?[^>]*>/g, '')
    .replace(
      '</head>',
      `<script type="module">${preamble}</script><script type="module" src="/@vite/client"></script>` +
        '<link rel="stylesheet" href="/src/styles/main.css"><script type="module" src="/src/entry-client.tsx"></script></head>',
    );
  const json = /<script[^>]*id="?page-data"?[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const start = /<div id="?root"?[^>]*>/.exec(page);
  const end = page.lastIndexOf('</div>', page.search(/<script[^>]*id="?page-data/));
  if (!json || !start || end < 0) return page;
  const { render } = (await vite.ssrLoadModule('/src/entry-server.tsx')) as {
    render(url: string, data: string): string;
  };
  return `${page.slice(0, start.index)}<div id="root">${render(url.replace(/[?#].*/, ''), json)}${page.slice(end)}`;
}
