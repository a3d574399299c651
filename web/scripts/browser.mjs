// Finds the Chromium that browser tests run in, and prints its path.
// With --install it brings one where there is none: Debian's package where apt
// and root are there, else Playwright's own. With --install engines it brings
// Debian's Firefox and WebKit, too, without which their tests are skipped, and say so,
// and Chromium's headless shell, in which the other tests take a third less time.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
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

/** Path of the first of these programs that is installed, or undefined. */
export function findProgram(...names) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/** Path of an installed Chromium, or undefined. */
export const findBrowser = () => findProgram(...names);

/** Path of an installed Chromium for programs alone, which draws the same and has no windows, or undefined. */
export const findHeadlessShell = () => findProgram('chromium-headless-shell', 'chrome-headless-shell');

/** Path of an installed Firefox, or undefined. */
export const findFirefox = () => findProgram('firefox-esr', 'firefox');

/** Path of WebKit's test browser, which comes with its driver, or undefined. */
export function findMiniBrowser() {
  const below = (folder, name) =>
    readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && name.test(entry.name));
  if (process.platform !== 'linux') return undefined;
  return below('/usr/lib', /-linux-gnu/)
    .flatMap(({ name }) => below(`/usr/lib/${name}`, /^webkit2gtk-4/).map((inner) => [name, inner.name]))
    .map(([folder, inner]) => path.join('/usr/lib', folder, inner, 'MiniBrowser'))
    .find(isExecutable);
}

/** What the tests in three engines lack here, as the names of Debian's packages. */
export function missingEngines() {
  const found = {
    chromium: findBrowser(),
    'firefox-esr': findFirefox(),
    'webkit2gtk-driver': findProgram('WebKitWebDriver') && findMiniBrowser(),
    xvfb: findProgram('Xvfb'),
  };
  return Object.keys(found).filter((name) => !found[name]);
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
  const install = process.argv.includes('--install');
  const canInstall = install && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  const find = () => findHeadlessShell() ?? findBrowser();
  let browser = find() ?? (await playwrightBrowser());
  const shell = findHeadlessShell() ? [] : ['chromium-headless-shell'];
  const wanted = process.argv.includes('engines') ? [...missingEngines(), ...shell] : browser ? [] : ['chromium'];
  if (canInstall && wanted.length > 0) {
    run('apt-get', 'update');
    // One by one: what a release of Debian lacks keeps none of the others away.
    for (const name of wanted) run('apt-get', 'install', '-y', '--no-install-recommends', name);
    browser = find() ?? browser;
  }
  if (!browser && install && run('npx', 'playwright', 'install', 'chromium')) browser = await playwrightBrowser();
  if (!browser) {
    console.error(
      'Browser tests need Chromium. Install it (Debian: apt-get install chromium), or run: npx playwright install chromium',
    );
    process.exit(1);
  }
  console.log(browser);
}

if (process.argv[1] && import.meta.url === new URL(`file://${path.resolve(process.argv[1])}`).href) await main();
