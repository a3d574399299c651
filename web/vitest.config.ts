import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    include: ['{src,vite}/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Far beyond need: a busy machine is slow, and only what hangs shall fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
