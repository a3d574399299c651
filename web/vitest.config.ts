import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Files of tests that replace modules or load them anew. They have modules and a window of their own; all others share
 * theirs, which loads React and the templates once per worker instead of once per file.
 */
const replacing = ['src', 'studio', 'vite']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter((name) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path.join(root, name), 'utf8')));

export default defineConfig({
  root,
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/test-setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    // Far beyond need: a busy machine is slow, and only what hangs shall fail.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['{src,studio,vite}/**/*.test.{ts,tsx}'], exclude: replacing },
      },
      { extends: true, test: { name: 'own', include: replacing } },
    ],
  },
});
