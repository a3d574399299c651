import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const styles = fileURLToPath(new URL('../src/styles/', import.meta.url));
const cssIn = (folder: string) =>
  readdirSync(styles + folder)
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => `${folder}/${name}`);

const isTreatment = (file: string) => file.split('.').length > 2;

/** parts/NAME.css, then backgrounds, then parts/NAME.BACKGROUND.css: the order in which Go writes them, too. */
function partFiles(): string[] {
  const parts = cssIn('parts');
  return [...parts.filter((file) => !isTreatment(file)), ...cssIn('backgrounds'), ...parts.filter(isTreatment)];
}

/** How a section looks under one background stands behind the utilities, with which the section is written for all. */
const layerOf = (file: string) => (isTreatment(file) ? 'treatments' : 'components');

/**
 * Files of styles that not every site needs: each treatment of theme.background,
 * and what only one section or scene has. The build leaves a file of each, of
 * which the Go server adds to a site's stylesheet those that it uses
 * (internal/website/assets/styles.go). Development has all of them in one.
 */
export function styleParts(): Plugin {
  const last = '@import "./media.css";';
  return {
    name: 'style-parts',
    // Before Tailwind, which follows imports by itself.
    enforce: 'pre',
    config: (_, { command }) =>
      command === 'build'
        ? { build: { rolldownOptions: { input: partFiles().map((file) => `src/styles/${file}`) } } }
        : undefined,
    transform(code, id) {
      const file = id.startsWith(styles) ? id.slice(styles.length).replace(/\?.*/, '') : '';
      if (/^(parts|backgrounds)\/.*\.css$/.test(file)) {
        // What several of them draw alike stands in a file beside the folders; a layer takes no imports.
        const whole = code.replace(/@import "\.\.\/(.+\.css)";/g, (_, shared) => {
          this.addWatchFile(styles + shared);
          return readFileSync(styles + shared, 'utf8');
        });
        return { code: `@layer ${layerOf(file)} {\n${whole}\n}`, map: null };
      }
      if (file !== 'main.css') return undefined;
      const named = /@import "\.\/(?:parts|backgrounds)\/.*/.exec(code)?.[0];
      if (named) throw new Error(`main.css is what all sites need; remove ${named}`);
      if (!code.includes(last)) throw new Error(`main.css has no ${last}, before which the parts are imported`);
      if (this.environment.mode !== 'dev') return undefined;
      const imports = partFiles().map((part) => `@import "./${part}" layer(${layerOf(part)});\n`);
      return { code: code.replace(last, imports.join('') + last), map: null };
    },
  };
}
