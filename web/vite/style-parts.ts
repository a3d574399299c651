import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const styles = fileURLToPath(new URL('../src/styles/', import.meta.url));

/** parts/NAME.css, backgrounds/NAME.css, characters/NAME.css: the order in which Go writes them, too. */
const partFiles = ['parts', 'backgrounds', 'characters'].flatMap((folder) =>
  readdirSync(styles + folder)
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => `${folder}/${name}`),
);

const layerOf = (file: string) => (file.startsWith('characters') ? 'character' : 'components');

/** What all characters have in common stands in the file of each. */
const shared = readFileSync(`${styles}characters.css`, 'utf8');

/**
 * Files of styles that not every site needs: each value of theme.background and of theme.character, and what only one
 * section or scene has. Characters have a layer of their own, which comes after utilities and so wins over them.
 * The build leaves a file of each, of which the Go server adds to a site's stylesheet those that it uses
 * (internal/website/assets/styles.go). Development has all of them in one.
 */
export function styleParts(): Plugin[] {
  return [parts(), withoutFallbacks()];
}

function parts(): Plugin {
  const last = '@import "./media.css";';
  return {
    name: 'style-parts',
    // Before Tailwind, which follows imports by itself.
    enforce: 'pre',
    config: (_, { command }) =>
      command === 'build'
        ? { build: { rolldownOptions: { input: partFiles.map((file) => `src/styles/${file}`) } } }
        : undefined,
    transform(code, id) {
      const file = id.startsWith(styles) ? id.slice(styles.length).replace(/\?.*/, '') : '';
      if (partFiles.includes(file)) {
        const rules = layerOf(file) === 'character' ? shared + code : code;
        return { code: `@reference "../main.css";\n@layer ${layerOf(file)} {\n${rules}\n}`, map: null };
      }
      if (file !== 'main.css' || this.environment.mode !== 'dev') return undefined;
      const imports = ['characters.css', ...partFiles].map((part) => `@import "./${part}" layer(${layerOf(part)});\n`);
      return { code: code.replace(last, imports.join('') + last), map: null };
    },
  };
}

/**
 * Leaves out what Tailwind says again for browsers without color-mix() or @property: those of build.cssTarget have
 * both, and others would not see the colours that the styles derive from a site's theme either.
 */
function withoutFallbacks(): Plugin {
  return {
    name: 'style-fallbacks',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(styles)) return undefined;
      const modern = code
        .replace(/\/\*! tailwindcss [^*]*\*\/\n?/, '')
        .replace(/@layer properties \{[\s\S]*?\n\}/, '')
        .replace(/[\w-]+: [^;{}]+;\s*@supports \(color: color-mix[^{]*\{((?:[^{}]|\{[^{}]*\})*)\}/g, '$1');
      return { code: modern, map: null };
    },
  };
}
