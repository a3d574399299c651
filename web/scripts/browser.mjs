// Finds the Chromium that browser tests run in, and prints its path.
// With --install it brings one where there is none: Debian's package where apt
// and root are there, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Path of an installed Chromium, or undefined. */
export function findBrowser() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)];
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch (error) {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR' && error.code !== 'EACCES') throw error;
      }
    }
  }
  return undefined;
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  try {
    accessSync(chromium.executablePath(), constants.X_OK);
    return chromium.executablePath();
  } catch {
    return undefined; // not downloaded
  }
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
