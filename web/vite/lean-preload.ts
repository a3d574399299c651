import type { Plugin } from 'vite';

const entry = 'entry-client';
const client = 'client';

/**
 * What lies in which file: the entry, which comes with the document and waits
 * for the first paint; the client with all that every page needs, which the
 * entry loads; and a part each for what some pages need.
 */
export const chunks = {
  groups: [
    { name: entry, test: /\/src\/entry-client\.tsx$|vite\/preload-helper/, priority: 1 },
    { name: client, test: /\/src\/start\/client\.tsx$/ },
  ],
};

/**
 * Takes out what Vite wraps around import(): it loads the stylesheets and the
 * modules that a part needs. Ours need none but those that are there already.
 * The build fails when that changes.
 */
export function leanPreload(): Plugin {
  return {
    name: 'lean-preload',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('vite/preload-helper.js')) return null;
      return 'export const __vitePreload = (load) => load();';
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      // Who comes to load a part has these.
      const present = new Set(chunks.filter(({ isEntry, name }) => isEntry || name === client).map((c) => c.fileName));
      for (const chunk of chunks) {
        const foreign = chunk.imports.some((name) => !present.has(name));
        if (foreign || (!chunk.isEntry && chunk.viteMetadata?.importedCss.size))
          this.error(`${chunk.fileName} brings modules or styles of its own: see web/vite/lean-preload.ts`);
      }
    },
  };
}
