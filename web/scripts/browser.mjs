// Finds the Chromium that browser tests run in, and prints its path.
// With --install it brings one where there is none: Debian's package where apt
// and root are there, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of an installed Chromium, or undefined. */
export function findBrowser() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath()].find(isExecutable);
}

function run(command, ...args) {
  console.error(`> ${command} ${args.join(' ')}`);
  return (
    spawnSync(command, args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  );
}

async function main() {
  let browser = findBrowser() ?? (await playwrightBrowser());
  if (!browser && process.argv.includes('--install')) {
    const isRoot = process.getuid?.() === 0;
    const hasApt = spawnSync('apt-get', ['--version']).status === 0;
    if (isRoot && hasApt) run('apt-get', 'update');
    if (isRoot && hasApt && run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium'))
      browser = findBrowser();
    if (!browser && run('npx', 'playwright', 'install', 'chromium')) browser = await playwrightBrowser();
  }
  if (!browser) {
    console.error(
      'Browser tests need Chromium. Install it (Debian: apt-get install chromium), or run: npx playwright install chromium',
    );
    process.exit(1);
  }
  console.log(browser);
}

if (process.argv[1] && import.meta.url === new URL(`file://${path.resolve(process.argv[1])}`).href) await main();
