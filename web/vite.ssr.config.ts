import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { legacyRenderer, reactRouter, serverVariants } from './vite/aliases.ts';
import { leanRouter } from './vite/lean-router.ts';
import { precompile } from './vite/precompile.ts';
import { sonnerStyles } from './vite/sonner-styles.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * The templates for rendering inside the Go program: one script without
 * imports. It stays unminified, so that the stack of an error can be read.
 * In the mode "plain" nothing is done for speed; tests compare it with the other.
 */
export default defineConfig(({ mode }) => ({
  root,
  cacheDir: '../node_modules/.vite',
  publicDir: false,
  plugins: [sonnerStyles(), leanRouter(), react(), mode !== 'plain' && precompile()],
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.hot': 'undefined' },
  resolve: {
    alias: [legacyRenderer, reactRouter, ...(mode === 'plain' ? [] : [serverVariants])],
    dedupe: ['react', 'react-dom'],
  },
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: 'src/entry-server.tsx',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'es2020',
    minify: false,
    rolldownOptions: { output: { format: 'iife', name: 'SSR', entryFileNames: 'server.js', codeSplitting: false } },
  },
}));
