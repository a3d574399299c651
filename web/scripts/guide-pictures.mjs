// Takes a picture of each kind of section for the guide, from the example site, into
// docs/guide/pictures. With names it takes these alone: guide-pictures.mjs hero faq.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.mjs';

const folder = 'docs/guide/pictures';
const width = 1200;
const tallest = 900; // what is longer is cut off: a picture shows the kind, not all of it
const most = 30_000; // bytes of one picture, where that can be had
const qualities = [80, 70, 60, 50, 40, 30];
const wanted = process.argv.slice(2);
const port = 20_000 + (process.pid % 20_000);
const base = `http://127.0.0.1:${port}`;

async function get(address) {
  const answer = await fetch(base + address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer;
}

async function ready(server) {
  for (let tries = 0; tries < 100 && server.exitCode === null; tries++) {
    try {
      return await get('/sitemap.xml');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100)); // it is still starting
    }
  }
  throw new Error('the example site does not answer');
}

/** The first place of each kind of section: its page, and which section of it. */
async function places(sitemap) {
  const found = new Map();
  for (const [, address] of sitemap.matchAll(/<loc>(.*?)<\/loc>/g)) {
    const { pathname } = new URL(address);
    const { page } = await (await get(`/api/pages?path=${encodeURIComponent(pathname)}`)).json();
    const { sections = [], entry, list } = page;
    if (entry || list) continue; // other things stand around their sections
    for (const [index, { type }] of sections.entries()) {
      if (!found.has(type)) found.set(type, { pathname, index, count: sections.length });
    }
  }
  return found;
}

/** The bytes of a WebP of a part of the page, in the best quality that is small enough. */
async function capture(page, clip) {
  let bytes;
  for (const quality of qualities) {
    bytes = await page.screenshot({ type: 'webp', quality, clip, fullPage: true });
    if (bytes.length <= most) break;
  }
  return bytes;
}

async function take(page, type, { pathname, index, count }) {
  await page.goto(base + pathname, { waitUntil: 'load' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.allSettled([...document.images].map((picture) => picture.decode())); // one that is hidden is never loaded
  });
  const parts = page.locator('main > section');
  if ((await parts.count()) !== count)
    throw new Error(`${pathname} does not show one part for each of its ${count} sections`);
  const box = await parts.nth(index).boundingBox();
  const bytes = await capture(page, { ...box, x: 0, width, height: Math.min(box.height, tallest) });
  writeFileSync(path.join(folder, `${type}.webp`), bytes);
  console.log(`${type}: ${pathname}, ${Math.round(bytes.length / 1000)} KB`);
}

mkdirSync(folder, { recursive: true });
const data = mkdtempSync(path.join(tmpdir(), 'guide-pictures-'));
const options = [
  '--log-level',
  'error',
  '--content',
  'examples',
  '--data',
  data,
  '--addr',
  `127.0.0.1:${port}`,
  '--admin-addr',
  `127.0.0.1:${port + 1}`,
];
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
const { MARQUEE_BINARY = 'bin/marquee', ...env } = process.env;
const server = spawn(MARQUEE_BINARY, ['serve', ...options], { env, stdio: ['ignore', 'inherit', 'inherit'] });
const ended = once(server, 'exit');
try {
  const sitemap = await (await ready(server)).text();
  const page = await browser.newPage({
    viewport: { width, height: tallest },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  for (const [type, place] of await places(sitemap)) {
    if (wanted.length === 0 || wanted.includes(type)) await take(page, type, place);
  }
} finally {
  await browser.close();
  server.kill();
  await ended;
  rmSync(data, { recursive: true, force: true });
}
