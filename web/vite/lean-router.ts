import type { Plugin } from 'vite';

/**
 * Lets the bundler see what of react-router is not used. Its components are
 * made by calls, classes and assignments that count as effects, and so forms,
 * route matching and the scripts of its framework mode stay in every bundle.
 * Here they are marked as what they are: free of effects.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/[^/]+\.mjs$/.test(id)) return null;
      return {
        code: code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          // Asked for by a computed name, all of React has to stay.
          .replace(/\b(React\w*)\[USE_OPTIMISTIC\]/g, '$1.useOptimistic')
          .replace(/ = (React\w*\.(?:forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ $1')
          .replace(
            /^var (\w+) = class extends (React\w*)\.Component \{([\s\S]*?)^\};(?:\n\1\.contextType = (\w+);)?/gm,
            (_, name, react, body, context) =>
              `var ${name} = /* @__PURE__ */ ((Base) => class extends Base {${context ? `static contextType = ${context};` : ''}${body}})(${react}.Component);`,
          ),
        map: null,
      };
    },
  };
}
