import { fileURLToPath } from 'node:url';

const file = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/**
 * The production build of react-router. The package's own entry always leads to
 * the development build, whose warnings cost every visitor some kilobytes.
 */
export const reactRouter = { find: /^react-router$/, replacement: file('react-router/dist/production/index.mjs') };

/**
 * React's synchronous renderer alone. The package's entries also load the
 * streaming one, which needs MessageChannel as soon as it is loaded.
 */
export const legacyRenderer = {
  find: '@react-dom-server-legacy',
  replacement: file('react-dom/cjs/react-dom-server-legacy.browser.production.js'),
};

/** What stands in for it during development; see there. */
export const devRenderer = {
  find: '@react-dom-server-legacy',
  replacement: fileURLToPath(new URL('./dev-renderer.ts', import.meta.url)),
};

/** SWR also runs with React 17, and brings along what that did not have; here React's own is there. */
export const externalStore = { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' };

/** Modules with a sibling for the server, X.server.ts beside X.ts: the same HTML, without what only browsers do. */
export const serverVariants = {
  find: /^(\.\.?\/(?:.*\/)?(?:PageLink|use-displayed-page))$/,
  replacement: '$1.server',
};
