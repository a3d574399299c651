import type { Plugin } from 'vite';

/**
 * Tailwind's utilities hand values to each other through variables named
 * --tw-…, so that any of them can stand beside any other. Ours stand alone:
 * here each value goes to where it is used, and the machinery is left out, as
 * are the looks for browsers that we do not build for. The build fails when a
 * utility comes that needs the machinery.
 */
export function leanStyles(): Plugin {
  return {
    name: 'lean-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
        asset.source = lean(String(asset.source));
        const left = /[^{};]*(?:--tw-|@supports \(color:)[^{};]*/.exec(asset.source)?.[0];
        if (left) this.error(`a utility needs "${left}", which is not known here: see web/vite/lean-styles.ts`);
      }
    },
  };
}

/** Steps in this order: each makes way for the next. */
export function lean(css: string): string {
  return (
    css
      .replace(/^\/\*![^*]*\*\/\s*/, '')
      .replace(/@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/, '')
      // A name of the theme that is a name of ours.
      .replace(/--([\w-]+):var\(--\1\);?/g, '')
      // Empty, it still comes before all others: a second sheet beside this one relies on that.
      .replace(/@layer theme\{[^{}]*\{\}\}/, '@layer theme;')
      .replace(/@property --tw-[\w-]+\{[^{}]*\}/g, '')
      // A rule in which something stands in for color-mix(), followed by what it stands in for.
      .replace(
        /([^{}]+)\{([^{}]*)\}@supports \(color:color-mix\(in lab, red, red\)\)\{\1\{([^{}]*)\}\}/g,
        (_, selector, rule, better) =>
          `${selector}{${[...declarations(`${rule};${better}`)].map((d) => d.join(':')).join(';')}}`,
      )
      // One of a list of filters, shadows or directions that are all empty but for this one.
      .replace(/--tw-backdrop-blur:([^;}]*);(-webkit-)?backdrop-filter:[^;}]*(;backdrop-filter:[^;}]*)?/g, (_, blur) =>
        ['-webkit-', ''].map((prefix) => `${prefix}backdrop-filter:${blur}`).join(';'),
      )
      .replace(/--tw-shadow:([^;}]*);box-shadow:[^;}]*/g, 'box-shadow:$1')
      .replace(/--tw-translate-x:([^;}]*);translate:[^;}]*/g, 'translate:$1')
      // What is noted for other utilities.
      .replace(/--tw-(font-weight|tracking|duration):[^;}]*;/g, '')
      .replace(/var\(--tw-(border|outline)-style\)/g, 'solid')
      .replace(/var\(--tw-(leading|duration|ease),((?:[^()]|\([^()]*\))*)\)/g, '$2')
      .replace(/,--tw-gradient-(from|via|to)/g, '')
  );
}

/** Of what is declared twice, the last counts, where the first stood. */
function declarations(rule: string): Map<string, string> {
  return new Map(
    rule
      .split(';')
      .filter(Boolean)
      .map((declaration) => {
        const colon = declaration.indexOf(':');
        return [declaration.slice(0, colon), declaration.slice(colon + 1)];
      }),
  );
}
