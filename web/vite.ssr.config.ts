import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Whatever the machine has: React's plugin would compile for the development build, which the bundle does not hold.
process.env.NODE_ENV = 'production';

const root = fileURLToPath(new URL('.', import.meta.url));

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
  resolve: { dedupe: ['react', 'react-dom'] },
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
