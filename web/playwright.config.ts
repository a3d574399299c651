import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser, findHeadlessShell } from './scripts/browser.mjs';
import { writeTestFonts } from './scripts/test-fonts.mjs';

/**
 * Browser tests against the real binary (bin/marquee), which each worker starts on a free port. Those tagged @audit are
 * slow, and find what seldom breaks: `make audit` runs them, with MARQUEE_AUDIT set.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  ...(process.env.MARQUEE_AUDIT ? { grep: /@audit/ } : { grepInvert: /@audit/ }),
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Far beyond need: a busy machine is slow, and only what hangs shall fail.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: fileURLToPath(new URL('../.cache/browser.json', import.meta.url)) }]],
  use: {
    // A wait for what never comes ends before its test does.
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      // Without a Chromium of the system, Playwright's own is taken.
      executablePath: findHeadlessShell() ?? findBrowser(),
      // Neither the fonts nor the language nor the zone of the machine.
      env: { ...process.env, FONTCONFIG_FILE: await writeTestFonts(), LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
