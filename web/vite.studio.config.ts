import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('studio', import.meta.url));

/** Studio: dist/studio with its document, and assets with hashed names. Nothing of it is in the public client. */
export default defineConfig(({ command }) => {
  if (command === 'build') process.env.NODE_ENV = 'production'; // whatever the machine has
  return {
    root,
    base: '/studio/',
    cacheDir: '../../node_modules/.vite-studio',
    publicDir: false,
    plugins: [react(), tailwindcss({ optimize: false })],
    build: {
      outDir: '../dist/studio',
      emptyOutDir: true,
      target: 'es2023',
      // Browsers that know light-dark(), as the public site's.
      cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  };
});
