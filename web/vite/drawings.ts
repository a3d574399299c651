import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const folder = new URL('../src/drawings/', import.meta.url);

/**
 * Drawings are named by content and found by the server in the manifest: no script imports them. The build takes them
 * all; in development their sources answer for the built files.
 */
export function drawings(): Plugin {
  return {
    name: 'drawings',
    buildStart() {
      if (this.meta.watchMode) return;
      for (const name of readdirSync(folder).filter((name) => name.endsWith('.svg')))
        this.emitFile({
          type: 'asset',
          name,
          originalFileName: `src/drawings/${name}`,
          source: readFileSync(new URL(name, folder), 'utf8'),
        });
    },
    configureServer(vite) {
      const names = readdirSync(folder);
      vite.middlewares.use((request, _response, next) => {
        const file = /^\/assets\/([a-z-]+)-[\w-]{8}\.svg/.exec(request.url ?? '')?.[1];
        if (file && names.includes(`${file}.svg`)) request.url = `/src/drawings/${file}.svg`;
        next();
      });
    },
  };
}
