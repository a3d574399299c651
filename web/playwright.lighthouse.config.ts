import { fileURLToPath } from 'node:url';
import browser from './playwright.config.ts';

/** Lighthouse, after the other browser tests and by itself: what else runs on the machine counts as the page's own work. */
export default {
  ...browser,
  testMatch: '**/*.lighthouse.ts',
  grep: undefined,
  grepInvert: undefined,
  fullyParallel: false,
  workers: 1,
  timeout: 120_000,
  reporter: [
    ['list'],
    ['json', { outputFile: fileURLToPath(new URL('../.cache/browser-lighthouse.json', import.meta.url)) }],
  ],
};
