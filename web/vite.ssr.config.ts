import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Whatever the machine has: React's plugin would compile for the development build, which the bundle does not hold.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * The renderer that templates need. 'react-dom/server.edge' holds that of streams as well, which would double what is
 * compiled at every start; the package exports no way to this one alone.
 */
const renderer = fileURLToPath(
  new URL('../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js', import.meta.url),
);

/**
 * The templates for rendering inside the Go program: one script without
 * imports. It stays unminified, so that the stack of an error can be read.
 */
export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  publicDir: false,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.hot': 'undefined' },
  resolve: { alias: { 'react-dom/server.edge': renderer }, dedupe: ['react', 'react-dom'] },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    // Addresses as the client's build writes them.
    assetsInlineLimit: 0,
    target: 'es2020',
    minify: false,
    rolldownOptions: { output: { format: 'iife', name: 'SSR', entryFileNames: 'server.js', codeSplitting: false } },
  },
});
