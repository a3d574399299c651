import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Page } from 'puppeteer-core';
import { Builder, By, Key } from 'selenium-webdriver';
import { findBrowser, findFirefox, findMiniBrowser } from '../scripts/browser.mjs';
import { writeTestFonts } from '../scripts/test-fonts.mjs';

/*
 * Chromium, Firefox and WebKit as visitors have them: each in a window on a screen of its own, whose pixels are read
 * from the memory of the X server. What a browser paints is what counts here, whatever its DOM says.
 */

/** How long anything may take, in milliseconds: far beyond need, and then it is said what was waited for. */
const limit = 120_000;

/** The largest window, in CSS pixels, with room for the bars of WebKit's window. */
const screen = { width: 1440, height: 1000 };

/** What a window shows: the brightness of its pixels, from 0 to 255, row by row. */
export interface Picture {
  width: number;
  height: number;
  brightness: Uint8Array;
}

/** What a driver does; an Engine is built on it. */
interface Driver {
  open(url: string): Promise<void>;
  /** Gives the page so many pixels, and returns how far below the upper edge of the screen it begins. */
  resize(width: number, height: number): Promise<number>;
  run<A, R>(inPage: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  /** What the console said since this was last asked. */
  messages(): Promise<string[]>;
  click(selector: string): Promise<void>;
  /** Puts the pointer on an element. */
  hover(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  pressEscape(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** A browser with one window. */
export interface Engine extends Omit<Driver, 'resize'> {
  name: string;
  resize(width: number, height: number): Promise<void>;
  /** What the window shows now, or, if it is to be settled, once two frames are the same. */
  picture(settled: boolean): Promise<Picture>;
}

/** An X server without a monitor. */
class Screen {
  private memory: number | undefined;

  private constructor(
    private readonly server: ChildProcess,
    private readonly folder: string,
    readonly display: string,
  ) {}

  static async start(): Promise<Screen> {
    const folder = mkdtempSync(path.join(tmpdir(), 'marquee-screen-'));
    const size = ['-screen', '0', `${screen.width}x${screen.height}x24`];
    const server = start('Xvfb', ['-displayfd', '3', ...size, '-fbdir', folder, '-nocursor'], process.env, 'pipe');
    const [number] = await Promise.race([once(server.stdio[3] as Readable, 'data'), ended(server)]);
    return new Screen(server, folder, `:${String(number).trim()}`);
  }

  /** Where the pixels are in the memory of the X server, which is a file in X's format for dumps of windows. */
  private place(): { memory: number; start: number; row: number } {
    this.memory ??= openSync(path.join(this.folder, 'Xvfb_screen0'), 'r');
    const head = Buffer.alloc(80);
    readSync(this.memory, head, 0, head.length, 0);
    const colors = head.readUInt32BE(76);
    return { memory: this.memory, start: head.readUInt32BE(0) + 12 * colors, row: head.readUInt32BE(48) };
  }

  /** All pixels, four bytes each: blue, green, red. */
  pixels(): { data: Buffer; row: number } {
    const { memory, start, row } = this.place();
    const data = Buffer.alloc(row * screen.height);
    readSync(memory, data, 0, data.length, start);
    return { data, row };
  }

  /** Red, green and blue of one pixel. */
  pixel(x: number, y: number): [number, number, number] {
    const { memory, start, row } = this.place();
    const bytes = Buffer.alloc(4);
    readSync(memory, bytes, 0, bytes.length, start + y * row + 4 * x);
    return [bytes[2] ?? 0, bytes[1] ?? 0, bytes[0] ?? 0];
  }

  async stop(): Promise<void> {
    if (this.memory !== undefined) closeSync(this.memory);
    await end(this.server);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Starts a server that ends with this process at the latest. */
function start(program: string, args: string[], env: NodeJS.ProcessEnv, third: 'ignore' | 'pipe'): ChildProcess {
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', third], env });
  process.once('exit', () => server.kill());
  return server;
}

/** Never comes back: throws once a server has ended, or if there is no such program. */
async function ended(server: ChildProcess): Promise<never> {
  const [code, signal] = await once(server, 'exit');
  throw new Error(`${server.spawnfile} ended with ${code ?? signal}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill();
  await exit;
}

// One file for all, and written before the first of them reads it.
const fonts = writeTestFonts();

const starts = { Chromium: startPuppet('chrome'), Firefox: startPuppet('firefox'), WebKit: startWebKit };

/** The names of all engines; the first one is what the others are compared with. */
export const engineNames = Object.keys(starts) as (keyof typeof starts)[];

export async function startEngine(name: keyof typeof starts): Promise<Engine> {
  const display = await Screen.start();
  const env = { ...process.env, DISPLAY: display.display, FONTCONFIG_FILE: await fonts, TZ: 'UTC' };
  const driver = await starts[name]({ ...env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }).catch(async (error) => {
    await display.stop();
    throw error;
  });
  let window = { width: 0, height: 0, top: 0 };
  let marks = 0;

  /** Reads the screen once it shows what the page is now: a mark in its corner tells frames apart. */
  async function frame(): Promise<Uint8Array> {
    marks += 1;
    const color = [255 * (marks & 1), 255 * ((marks >> 1) & 1), 255 * ((marks >> 2) & 1)] as const;
    await driver.run(paintMark, color);
    for (const begun = Date.now(); Date.now() - begun < limit; await wait(5)) {
      const corner = display.pixel(1, window.top + 1);
      if (color.every((value, channel) => Math.abs((corner[channel] ?? 0) - value) < 8)) {
        const { data, row } = display.pixels();
        return brightness(data, row, window);
      }
    }
    throw new Error(`${name} does not paint a corner of its page in ${color}`);
  }

  return {
    ...driver,
    name,
    async open(url) {
      await driver.open(url);
      await driver.run(laidOut, null);
    },
    async resize(width, height) {
      window = { width, height, top: await driver.resize(width, height) };
      await driver.run(laidOut, null);
    },
    async picture(settled) {
      await driver.run(picturesLoaded, null);
      let last = await frame();
      // What is animated never comes to rest.
      for (let frames = 1; settled && frames < 6; frames++) {
        const next = await frame();
        settled = Buffer.compare(last, next) !== 0;
        last = next;
      }
      return { ...window, brightness: last };
    },
    messages: async () => (await driver.messages()).filter((words) => !abortedLoad.test(words)),
    async close() {
      await driver.close().finally(() => display.stop());
    },
  };
}

/** What Firefox and WebKit say where a page is left while it loads scripts: as words, or of a page that is gone. */
const abortedLoad = /loading dynamically imported module|Importing a module script|^error: JSHandle@error$/;

/** What Chromium and Firefox answer where a page is left while something runs in it: the next page is to be asked. */
const leftPage = /Execution context was destroyed/;

/**
 * In the page: waits for its fonts, for the application where it starts by itself, as it may draw something else then,
 * and until all is laid out.
 */
async function laidOut(): Promise<void> {
  await document.fonts.ready;
  // React leaves its properties at what it has taken over.
  const isDrawn = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));
  while (!Array.from(document.querySelectorAll('[data-interactive]')).every(isDrawn))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** In the page: paints its upper left corner, outside of what belongs to the application. */
function paintMark([red, green, blue]: readonly [number, number, number]): void {
  const id = 'frame-mark';
  const mark = document.getElementById(id) ?? document.documentElement.appendChild(document.createElement('i'));
  mark.id = id;
  const place = { position: 'fixed', inset: '0 auto auto 0', width: '4px', height: '4px', zIndex: '2147483647' };
  Object.assign(mark.style, place, { background: `rgb(${red} ${green} ${blue})` });
}

/** In the page: waits for the pictures in sight. */
async function picturesLoaded(): Promise<void> {
  const near = Array.from(document.images).filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && !image.complete;
  });
  await Promise.allSettled(near.map((image) => image.decode()));
}

function brightness(data: Buffer, row: number, { width, height, top }: { width: number; height: number; top: number }) {
  const made = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = (y + top) * row; x < width; x++, at += 4, i++) {
      made[i] = ((data[at] ?? 0) + 4 * (data[at + 1] ?? 0) + 3 * (data[at + 2] ?? 0)) >> 3;
    }
  }
  for (let y = 0; y < 4; y++) made.fill(0, y * width, y * width + 4); // the mark
  return made;
}

type Start = (env: NodeJS.ProcessEnv) => Promise<Driver>;

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
function startPuppet(kind: 'chrome' | 'firefox'): Start {
  return async (env) => {
    const size = [`--window-size=${screen.width},${screen.height}`, '--window-position=0,0'];
    const browser = await puppeteer.launch({
      browser: kind,
      executablePath: kind === 'chrome' ? findBrowser() : findFirefox(),
      headless: false,
      defaultViewport: null,
      env: env as Record<string, string>,
      ...(kind === 'chrome'
        ? {
            args: [
              ...size,
              '--kiosk',
              '--no-sandbox',
              '--disable-gpu',
              '--hide-scrollbars',
              '--disable-background-networking',
            ],
            ignoreDefaultArgs: ['--enable-automation'], // it has a bar of its own
          }
        : {
            args: ['--kiosk', `--width=${screen.width}`, `--height=${screen.height}`],
            extraPrefsFirefox: { 'ui.useOverlayScrollbars': 1, 'widget.gtk.overlay-scrollbars.enabled': true },
          }),
    });
    const page: Page = (await browser.pages())[0] ?? (await browser.newPage());
    const said: (string | Promise<string>)[] = [];
    page.on('console', (message) => {
      const words = Promise.all(message.args().map((argument) => argument.evaluate(String)));
      // An Error is a handle in the text, which is gone once its page is.
      said.push(words.catch(() => [message.text()]).then((said) => `${message.type()}: ${said.join(' ')}`));
    });
    page.on('pageerror', (error) => said.push(`error: ${Array.isArray(error) ? error.join() : error}`));
    return {
      open: async (url) => void (await page.goto(url)),
      async resize(width, height) {
        await page.setViewport({ width, height });
        return 0;
      },
      async run(inPage, argument) {
        for (;;) {
          try {
            return (await page.evaluate(inPage as never, argument as never)) as never;
          } catch (error) {
            if (!leftPage.test(String(error))) throw error;
          }
        }
      },
      messages: () => Promise.all(said.splice(0)),
      click: (selector) => page.click(selector),
      hover: (selector) => page.hover(selector),
      type: (selector, text) => page.type(selector, text),
      pressEscape: () => page.keyboard.press('Escape'),
      back: async () => void (await page.goBack()),
      close: () => browser.close(),
    };
  };
}

/** WebKit in the window of its own test browser, by WebDriver. */
async function startWebKit(env: NodeJS.ProcessEnv): Promise<Driver> {
  const home = mkdtempSync(path.join(tmpdir(), 'marquee-webkit-'));
  // The buttons of its bar would make windows wider than phones are.
  mkdirSync(path.join(home, 'gtk-3.0'));
  writeFileSync(path.join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; min-height: 0; padding: 0; font-size: 1px; }');
  const port = await freePort();
  const xdg = { XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home };
  // Painting by OpenGL in software takes it twice as long.
  const own = { ...xdg, WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1' };
  const server = start('WebKitWebDriver', [`--port=${port}`], { ...env, ...own }, 'ignore');
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(server);
    // What it had running may still write into its caches.
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  // Where WebKit takes another process for the page of another server, its driver at times hears no more of the window.
  const oneProcess = '--features=-ProcessSwapOnCrossSiteNavigation,-CrossOriginOpenerPolicy';
  const options = { binary: findMiniBrowser(), args: ['--automation', oneProcess] };
  const session = async () => {
    await answering(`${url}/status`);
    const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
    return new Builder().usingServer(url).withCapabilities(capabilities).build();
  };
  const driver = await Promise.race([session(), ended(server)]).catch(async (error) => {
    await stop();
    throw error;
  });
  const window = driver.manage().window();
  /** How much higher the window is than the page in it. */
  let bars = 0;
  /** What was heard of the pages before this one. */
  const before: string[] = [];
  /** An element in the middle of the window: the driver itself would not wait for smooth scrolling to end. */
  const element = async (selector: string) => {
    const found = await driver.findElement(By.css(selector));
    await driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", found);
    return found;
  };
  return {
    async open(url) {
      before.push(...(await driver.executeScript<string[]>(heard)));
      await driver.get(url);
      await driver.executeScript(listen);
    },
    async resize(width, height) {
      const fill = () => window.setRect({ x: 0, y: 0, width, height: height + bars });
      await fill();
      // The page learns of its window's size later than the driver does.
      const has = (query: string) =>
        driver.wait(() => driver.executeScript(matches, query), limit, `the window never has ${query}`, 5);
      await has(`(width: ${width}px)`);
      if (bars === 0) {
        bars = height - (await driver.executeScript<number>('return innerHeight'));
        await fill();
      }
      await has(`(width: ${width}px) and (height: ${height}px)`);
      return bars;
    },
    run: (inPage, argument) => driver.executeScript(inPage, argument),
    messages: async () => [...before.splice(0), ...(await driver.executeScript<string[]>(heard))],
    click: async (selector) => (await element(selector)).click(),
    hover: async (selector) =>
      driver
        .actions()
        .move({ origin: await element(selector) })
        .perform(),
    type: async (selector, text) => (await element(selector)).sendKeys(text),
    pressEscape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    back: () => driver.navigate().back(),
    close: () => driver.quit().finally(stop),
  };
}

/** In the page: whether its window is as a media query says. */
function matches(query: string): boolean {
  return matchMedia(query).matches;
}

interface Listening extends Window {
  heard?: string[];
}

/**
 * In the page: notes what the console is told from now on, and what the policy blocks. WebDriver has no word for it,
 * and WebKit's test browser prints nothing of windows that are driven.
 */
function listen(): void {
  const window = globalThis as unknown as Listening;
  const said: string[] = [];
  window.heard = said;
  for (const level of ['warn', 'error'] as const) {
    const original = console[level];
    console[level] = (...words: unknown[]) => {
      said.push(`${level}: ${words.join(' ')}`);
      original(...words);
    };
  }
  addEventListener('error', ({ message }) => said.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => said.push(`error: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => said.push(`policy: ${effectiveDirective}`));
}

/** In the page: what was noted since this was last asked. */
function heard(): string[] {
  return (globalThis as unknown as Listening).heard?.splice(0) ?? [];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until a server answers. */
async function answering(url: string): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < limit; await wait(20)) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
  }
  throw new Error(`nothing answers at ${url}`);
}
