import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base, type ConsoleMessage, expect, type Locator, type Page } from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { copySources, developmentServer, runDevelopment } from './vite.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Content for tests that look at words and addresses. What is shipped may be edited without a test turning red; tests of
 * what must hold whatever it says ask the server "shipped".
 */
export const fixture = path.join(repository, 'internal/testkit/content');
const shipped = path.join(repository, 'content');
/** One complete site with every section, photographs and a blog. */
export const bakery = path.join(repository, 'examples');

/** Trades that `marquee init` and `marquee new site` have words for; the last is that of a main site without an answer. */
export const trades = ['bakery', 'craft', 'practice', 'restaurant', 'shop', 'studio', 'other'];

/** Writes a main site, and one beside it for each trade, into a folder. */
function begin(folder: string): string {
  const write = (...words: string[]) =>
    execFileSync(path.join(repository, 'bin/marquee'), words, { env: withoutOurs(process.env), stdio: 'pipe' });
  write('init', folder);
  trades.forEach((trade, index) => {
    const character = ['warm', 'bold', 'quiet'][index % 3] ?? '';
    write('new', 'site', trade, '--trade', trade, '--character', character, '--content', folder);
  });
  return folder;
}

const unreachable = 'postgres://nobody@127.0.0.1:1/none';

/** A running server on a copy of some content. */
export interface Marquee {
  /** Address without a slash at the end. */
  url: string;
  /** Folder of the content that it serves. */
  content: string;
  /** Folder of what it keeps. */
  data: string;
  /** The mails that it sent. */
  mailbox: Mailbox;
  edit: Edit;
}

/** A development server that shows what is edited in its copy of the sources. */
export interface Sources {
  /** Address without a slash at the end. */
  url: string;
  /** Of files below web/src. */
  edit: Edit;
}

/** Replaces text in a file; it must be there. Returns what puts it back. */
type Edit = (file: string, from: string | RegExp, to: string) => () => void;

export const editor =
  (folder: string): Edit =>
  (file, from, to) => {
    const name = path.join(folder, file);
    const before = readFileSync(name, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} does not hold ${from}`);
    writeFileSync(name, after);
    return () => writeFileSync(name, before);
  };

/** What the browser's console said, and how much of it a test expects. */
export interface ConsoleWatch {
  /** Everything that was said, warnings and errors first of all. */
  messages: { type: string; text: string }[];
  /** Expects a message: it does not fail the test, and its absence does. */
  expect(pattern: RegExp): void;
}

/** Waits for a server to say that it serves, and returns its address without a slash at the end. */
export async function listeningAddress(server: ChildProcess): Promise<string> {
  const output: string[] = [];
  const stderr = server.stderr;
  if (!stderr) throw new Error('the server has no standard error');
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: stderr });
    lines.on('line', (line) => {
      output.push(line);
      const found = /msg=serving address=(\S+)/.exec(line);
      if (found) resolve(`http://127.0.0.1:${(found[1] ?? '').split(':').pop()}`);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output.join('\n')}`)));
  });
}

/** The environment without what configures the program or its tests. */
export function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('MARQUEE_')));
}

/** What all servers keep of what they rendered and compressed, by a hash of what it was made of. */
const shared = path.join(repository, '.cache/served');

/** A data folder in a folder, with the caches that all servers share. */
function dataFolder(folder: string): string {
  const data = path.join(folder, 'var');
  mkdirSync(data);
  for (const name of ['cache', 'assets']) {
    mkdirSync(path.join(shared, name), { recursive: true });
    symlinkSync(path.join(shared, name), path.join(data, name));
  }
  return data;
}

/** Runs a server on a copy of the content in a folder for as long as it is used. */
export async function run(
  original: string,
  environment: Record<string, string>,
  use: (marquee: Marquee) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-'));
  const content = path.join(folder, 'content');
  const data = dataFolder(folder);
  cpSync(original, content, { recursive: true });
  const server = spawn(
    path.join(repository, 'bin/marquee'),
    ['serve', '--addr', '127.0.0.1:0', '--admin-addr', '127.0.0.1:0', '--content', content, '--data', data],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // All tests come from one address, and fill in many forms.
      env: { ...withoutOurs(process.env), MARQUEE_RATE_LIMIT: 'off', ...environment },
    },
  );
  try {
    const url = await listeningAddress(server);
    await use({
      url,
      content,
      data,
      mailbox: new Mailbox(path.join(data, 'mail')),
      edit: editor(content),
    });
  } finally {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

// Chromium says so where it leaves out a transition between two documents, as it may: one that is slow to come, or is left
// again. Nothing of ours starts one, and visitors see the next page all the same.
const leftOut = /ViewTransition opt-in disabled|Transition was (skipped|aborted)/;

export const test = base.extend<
  { consoleWatch: ConsoleWatch; contentPutBack: undefined },
  {
    marquee: Marquee;
    closed: Marquee;
    shipped: Marquee;
    example: Marquee;
    begun: Marquee;
    development: string;
    sources: Sources;
  }
>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  marquee: [async ({}, use) => run(fixture, {}, use), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  shipped: [async ({}, use) => run(shipped, {}, use), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  example: [async ({}, use) => run(bakery, {}, use), { scope: 'worker' }],
  begun: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'marquee-begun-'));
      try {
        await run(begin(path.join(folder, 'content')), {}, use);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  // Its database is not there: pages are, forms are closed.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  closed: [async ({}, use) => run(fixture, { DATABASE_URL: unreachable }, use), { scope: 'worker' }],
  // The address of a development server in front of the worker's Go server. It is named here, and not where it is used, so
  // that those tests share workers with all others instead of coming last, alone.
  development: [
    async ({ marquee }, use) => {
      const vite = await developmentServer(marquee.url, {
        cacheDir: path.join(repository, 'node_modules/.vite-catalogue'),
        logLevel: 'warn',
        server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
      });
      try {
        await vite.listen();
        await use(vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '');
      } finally {
        await vite.close();
      }
    },
    { scope: 'worker' },
  ],
  sources: [
    async ({ marquee }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'marquee-sources-'));
      copySources(folder);
      const dev = await runDevelopment(folder, { ...withoutOurs(process.env), MARQUEE_URL: marquee.url });
      try {
        await use({ url: dev.url, edit: editor(path.join(folder, 'web/src')) });
      } finally {
        await dev.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ marquee }, use) => use(marquee.url),
  // The next test of the worker begins when the content is served as this one found it.
  contentPutBack: [
    async ({ marquee }, use, info) => {
      const revision = async () =>
        (await fetch(`${marquee.url}/api/sites`)).headers.get('X-Content-Revision') ?? 'the server names none';
      const before = await revision();
      await use(undefined);
      if (info.status === info.expectedStatus) {
        await expect.poll(revision, { message: 'a test puts content back' }).toBe(before);
      }
    },
    { auto: true },
  ],
  consoleWatch: [
    async ({ page }, use) => {
      const messages: { type: string; text: string }[] = [];
      const expected: RegExp[] = [];
      page.on('console', (message: ConsoleMessage) => messages.push({ type: message.type(), text: message.text() }));
      page.on('pageerror', (error) => messages.push({ type: 'error', text: String(error) }));
      await use({ messages, expect: (pattern) => expected.push(pattern) });
      const unexpected = messages.filter(({ text }) => ![...expected, leftOut].some((pattern) => pattern.test(text)));
      expect(unexpected, 'console messages nobody expected').toEqual([]);
      for (const pattern of expected) {
        const found = messages.some(({ text }) => pattern.test(text));
        expect(found, `a console message like ${pattern}`).toBe(true);
      }
    },
    { auto: true },
  ],
});

export { expect, type Page };

/** Waits until the client has taken over the document: from then on it answers clicks. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
}

/** Gives the client a sign to start, and waits until it has taken over. */
export async function hydrated(page: Page): Promise<void> {
  // Before that nothing listens to a sign: visitors give many, this gives one.
  await page.waitForLoadState('domcontentloaded');
  await page.keyboard.press('Shift');
  await takenOver(page);
}

/** Opens a page, waits until the client has taken over, and returns the status of the answer. */
export async function ready(page: Page, path: string): Promise<number | undefined> {
  const answer = await page.goto(path);
  await hydrated(page);
  return answer?.status();
}

/** Every page of the fixture. */
export const routes = [
  '/',
  '/about',
  '/technology',
  '/products',
  '/fixit-ai',
  '/promptify',
  '/contact',
  '/privacy-policy',
  '/websites/business',
  '/websites/business/services',
  '/websites/business/services/website-design',
  '/websites/business/services/ecommerce',
  '/websites/business/services/website-consultation',
  '/websites/business/services/business-solutions',
  '/websites/business/connect',
  '/websites/business/terms',
  '/websites/business/privacy',
  '/websites/creative',
  '/websites/creative/services',
  '/websites/creative/services/website-design',
  '/websites/creative/services/brand-integration',
  '/websites/creative/services/creative-consultation',
  '/websites/creative/connect',
  '/websites/creative/privacy',
  '/websites/creative/terms',
];

/** A day that a field takes, of which no time is over. */
export async function dayOf(date: Locator): Promise<string> {
  const first = Date.parse((await date.getAttribute('min')) ?? '');
  return new Date(first + 7 * 86_400_000).toISOString().slice(0, 10);
}

/** Nobody fills in a form in less than two seconds; who does is taken for a program. */
export async function takeTime(page: Page): Promise<void> {
  const start = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 2_000, start);
}
