import type { Plugin } from 'vite';

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
      const entries = new Set<string>();
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry) entries.add(chunk.fileName);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue;
        const foreign = chunk.imports.filter((name) => !entries.has(name));
        if (foreign.length > 0 || chunk.viteMetadata?.importedCss.size)
          this.error(`${chunk.fileName} brings modules or styles of its own: see web/vite/lean-preload.ts`);
      }
    },
  };
}
