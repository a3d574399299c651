import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '../scripts/browser.mjs';
import { test as base, expect } from './marquee.ts';

// Scores of Lighthouse as a phone on a slow network. What the machine does besides makes them worse and never better,
// so a page has three visits, of which one has to be good.

// Of the example: photographs above the fold, a film, tables and tabs, an article, events, a form with files.
// In other languages: words that run to the left, longer ones.
const exampleRoutes = ['/', '/about', '/bread', '/blog/starter', '/events', '/order', '/ar', '/de/brot'];
const visits = 3;
/** How many points a page must have, and how long its largest text or picture may take, in milliseconds. */
interface Least {
  points: number;
  largest: number;
}
const ofText: Least = { points: 100, largest: 1_600 };
/** Photographs that come near are loaded beside the first one, which takes a tenth of a second and a point. */
const ofPhotographs: Least = { points: 99, largest: 2_200 };

/** The benchmark index of the machines for which Lighthouse slows the processor down four times. */
const usualMachine = 1_500;
const usualSlowdown = 4;

interface Visit {
  scores: Record<string, number>;
  /** Cumulative Layout Shift. */
  shift: number;
  /** Largest Contentful Paint, in milliseconds. */
  largest: number;
  /** What is not as it should be, in the words of Lighthouse. */
  findings: string[];
}

const test = base.extend<object, { visit: (address: string) => Promise<Visit> }>({
  visit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'lighthouse-'));
      const browser = await chromium.launchPersistentContext(folder, {
        executablePath: findBrowser(),
        args: ['--no-sandbox', '--remote-debugging-port=0'],
      });
      const [port] = readFileSync(path.join(folder, 'DevToolsActivePort'), 'utf8').split('\n');
      // A slow machine is slow enough by itself; how slow it is, each visit tells.
      let cpuSlowdownMultiplier = usualSlowdown;
      try {
        await use(async (address) => {
          const result = await lighthouse(address, {
            port: Number(port),
            logLevel: 'error',
            onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
            throttling: { cpuSlowdownMultiplier },
          });
          if (!result) throw new Error('no report');
          const { categories, audits, environment, runtimeError } = result.lhr;
          const speed = environment.benchmarkIndex / usualMachine;
          cpuSlowdownMultiplier = Math.min(usualSlowdown, Math.max(1, usualSlowdown * speed));
          return {
            scores: Object.fromEntries(
              Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
            ),
            shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
            largest: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
            // A page that was not painted in time has no scores, and a busy machine has such.
            findings: runtimeError
              ? [runtimeError.message]
              : Object.values(audits)
                  .filter(({ score }) => score !== null && score < 0.9)
                  .map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`.trim()),
          };
        });
      } finally {
        await browser.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker' },
  ],
});

const perfect = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };

/** While others work on the machine, waiting for them looks like work of the page: that alone costs some points. */
function isBusy(): boolean {
  const [lastMinute = 0] = loadavg();
  return lastMinute > 2 * availableParallelism();
}

async function expectPerfect(visit: (address: string) => Promise<Visit>, address: string, least: Least): Promise<void> {
  const found: Visit[] = [];
  let best: Visit | undefined;
  while (found.length < visits && (best?.scores.performance ?? 0) < 100) {
    const one = await visit(address);
    found.push(one);
    if (!best || (one.scores.performance ?? 0) > (best.scores.performance ?? 0)) best = one;
  }
  const report = `${address} ${JSON.stringify(found, undefined, 1)}`;
  const busy = isBusy();
  expect.soft(best?.scores.performance, report).toBeGreaterThanOrEqual(busy ? 95 : least.points);
  expect.soft({ ...best?.scores, performance: 100 }, report).toEqual(perfect);
  expect.soft(best?.shift, report).toBeLessThanOrEqual(0.01);
  expect.soft(best?.largest, report).toBeLessThanOrEqual(busy ? 1.25 * least.largest : least.largest);
}

test('every shipped page is perfect', async ({ visit, shipped }) => {
  const sitemap = await (await fetch(`${shipped.url}/sitemap.xml`)).text();
  const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(20);
  test.setTimeout(paths.length * 120_000);
  for (const path of paths) await expectPerfect(visit, shipped.url + path, ofText);
});

for (const route of exampleRoutes) {
  test(`${route} of the example is perfect`, async ({ visit, example }) =>
    expectPerfect(visit, example.url + route, ofPhotographs));
}

test('a blocking script and a page that jumps cost more than a busy machine, so that silence means something', async ({
  visit,
  marquee,
}) => {
  const server = createServer(async (request, response) => {
    if (request.url === '/blocking.js') {
      response.setHeader('content-type', 'text/javascript');
      return response.end('/**/'.repeat(75_000));
    }
    if (request.url === '/late.js') {
      response.setHeader('content-type', 'text/javascript');
      return response.end(`new PerformanceObserver(() => requestAnimationFrame(() => {
        document.querySelector('main').style.marginTop = '20rem';
      })).observe({ type: 'largest-contentful-paint', buffered: true })`);
    }
    const answer = await fetch(marquee.url + request.url);
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    if (request.url !== '/about') return response.end(Buffer.from(await answer.arrayBuffer()));
    const faults = '<script src="/blocking.js"></script><script defer src="/late.js"></script></head>';
    return response.end((await answer.text()).replace('</head>', faults));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { scores, shift } = await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}/about`);
    expect(scores.performance).toBeLessThan(95);
    expect(shift).toBeGreaterThan(0.01);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
