import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogue } from './vite/catalogue.ts';
import { goServer } from './vite/go-server.ts';
import { pageErrors } from './vite/page-errors.ts';
import { styleParts } from './vite/style-parts.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const goServerURL = process.env.MARQUEE_URL ?? 'http://127.0.0.1:8080';

/** The client: dist/client with hashed names, and the manifest by which the Go server finds them. */
export default defineConfig(({ command }) => {
  if (command === 'build') process.env.NODE_ENV = 'production'; // whatever the machine has
  return {
    root,
    cacheDir: '../node_modules/.vite',
    publicDir: false,
    plugins: [
      react(),
      styleParts(),
      tailwindcss({ optimize: false }),
      catalogue(goServerURL),
      goServer(goServerURL),
      pageErrors(),
    ],
    server: { port: 5173, strictPort: true },
    build: {
      outDir: 'dist/client',
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      // Browsers that know light-dark(): lowered, it would not see the colour scheme that a site's theme sets.
      cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      modulePreload: { polyfill: false },
      // Data addresses are not allowed for fonts and styles.
      assetsInlineLimit: 0,
      rolldownOptions: {
        // The stylesheet is an input of its own: no script waits for it.
        input: ['src/entry-client.ts', 'src/start/scheme.ts', 'src/styles/main.css'],
        output: {
          codeSplitting: {
            groups: [
              // The starter is one file, with what Vite adds for imports.
              { name: 'entry-client', test: /src[\\/]entry-client|vite[\\/]preload-helper/, priority: 3 },
              // What others write changes seldom: a new release leaves it in the visitors' caches.
              { name: 'vendor', test: /rolldown[/-]runtime|node_modules[\\/](?!sonner)/, priority: 2 },
              // What several chunks share is one file: left alone, each pair makes one more request for a few bytes.
              { name: 'shared', minShareCount: 2, priority: 1 },
            ],
          },
        },
      },
    },
  };
});
