import { SourceMap } from 'node:module';
import type { Plugin, ViteDevServer } from 'vite';

/**
 * What the client catches while it draws a page (src/start/client.tsx) is shown over the page, as Vite shows an error of
 * syntax: with its place in the sources.
 */
export function pageErrors(): Plugin {
  return {
    name: 'page-errors',
    apply: 'serve',
    configureServer(vite) {
      vite.ws.on('page-error', ({ message, stack }: Pick<Error, 'message' | 'stack'>, browser) => {
        const places = inSources(vite, stack ?? '');
        browser.send({ type: 'error', err: { message, stack: places, loc: firstOf(places) } });
      });
    },
  };
}

/** A stack with places in the sources, also where React tells in it what the server threw. */
function inSources({ environments, ssrRewriteStacktrace }: ViteDevServer, stack: string): string {
  const { urlToModuleMap } = environments.client.moduleGraph;
  return ssrRewriteStacktrace(stack).replace(
    /https?:\/\/[^/\s]+(\/[^\s()]*):(\d+):(\d+)/g,
    (whole, url: string, line, column) => {
      const module = urlToModuleMap.get(url.replace(/[?&]t=\d+/, ''));
      const map = module?.transformResult?.map;
      if (!module?.file || !map || !('version' in map)) return whole;
      const place = new SourceMap({ ...map, file: module.file, sourceRoot: '' }).findEntry(line - 1, column - 1);
      return 'originalLine' in place ? `${module.file}:${place.originalLine + 1}:${place.originalColumn + 1}` : whole;
    },
  );
}

function firstOf(stack: string) {
  for (const [, file = '', line, column] of stack.matchAll(/(\/[^\s():]+):(\d+):(\d+)/g))
    if (!file.includes('/node_modules/')) return { file, line: Number(line), column: Number(column) };
  return undefined;
}
