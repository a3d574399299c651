import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { goServer } from './vite/go-server.ts';
import { sonnerStyles } from './vite/sonner-styles.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** The client: dist/client with hashed names, and the manifest by which the Go server finds them. */
export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  publicDir: false,
  plugins: [sonnerStyles(), react(), tailwindcss(), goServer(process.env.MARQUEE_URL ?? 'http://127.0.0.1:8080')],
  server: { port: 5173, strictPort: true },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Data addresses are not allowed for fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'src/entry-client.tsx' },
  },
});
