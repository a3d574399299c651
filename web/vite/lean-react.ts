import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** The production build of each of React's entries that the client needs. */
const modules: Record<string, string> = {
  react: file('react/cjs/react.production.js'),
  'react/jsx-runtime': file('react/cjs/react-jsx-runtime.production.js'),
  'react-dom': file('react-dom/cjs/react-dom.production.js'),
  'react-dom/client': file('react-dom/cjs/react-dom-client.production.js'),
  scheduler: file('scheduler/cjs/scheduler.production.js'),
};
const files = new Set(Object.values(modules));

/**
 * Lets the bundler see what of React is not used. React comes as CommonJS, and
 * so all of it is shipped, and every call goes through an object. Here its
 * production builds become modules whose exports can be told apart, and what
 * imports React as a whole imports its names.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => modules[source],
    transform(code, id) {
      if (files.has(id)) {
        const module = toModule(code);
        if (/\b(exports|require)\b[.(]/.test(module)) this.error(`${id} is written in a way that is not known here`);
        return { code: module, map: null };
      }
      if (!id.includes('/node_modules/')) return null;
      return {
        code: code
          .replace(
            /^import (\w+)(?:, (\{[^}]*\}))? from (['"]react(?:-dom)?['"]);/gm,
            (_, all, some, from) => `import * as ${all} from ${from};${some ? `import ${some} from ${from};` : ''}`,
          )
          // SWR hands all of React to its developer tools.
          .replace(/window\.__SWR_DEVTOOLS_REACT__ = React;/, ''),
        map: null,
      };
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && /\bunstable_useCacheRefresh\b/.test(chunk.code))
          this.error(
            `${chunk.fileName} holds all of React: something uses it as one object, see web/vite/lean-react.ts`,
          );
    },
  };
}

/** Writes a CommonJS module of React's as a module of the language. */
function toModule(code: string): string {
  const found = (pattern: RegExp) => [...new Set(Array.from(code.matchAll(pattern), ([, name = '']) => name))];
  const names = found(/\bexports\.(\w+)/g);
  // What is set at the top is a declaration, which can be left out. The rest is set under a condition.
  const declared = found(/^exports\.(\w+) =(?! void 0)/gm);
  const others = names.filter((name) => !declared.includes(name));
  return [
    ...Array.from(
      code.matchAll(/\b(\w+) = require\("([\w-]+)"\)/g),
      ([, name, from]) => `import * as ${name} from "${from}";`,
    ),
    ...others.map((name) => `var exported_${name};`),
    code
      .replace(/^var (?:\w+ = require\("[\w-]+"\)[,;]\s*)+/m, '')
      .replace(/^exports\.(\w+) =(?! void 0)/gm, 'var exported_$1 =')
      .replace(/\bexports\.(\w+)/g, 'exported_$1'),
    `export { ${names.map((name) => `exported_${name} as ${name}`).join(', ')} };`,
  ].join('\n');
}
