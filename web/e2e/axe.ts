import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from './marquee.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A drawing behind the whole page would make axe silent on every contrast above it. */
const checks = { 'color-contrast': { options: { ignorePseudo: true } } };
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the colours of a page, which is all that another scheme changes. */
export const contrastViolations = (page: Page) => violations(page, { type: 'rule', values: ['color-contrast'] });

/** What axe finds wrong, in a few words each; nothing is best. */
export async function violations(page: Page, runOnly = { type: 'tag', values: rules }): Promise<string[]> {
  // Colours in the middle of a fade are nobody's choice.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0))),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results: AxeResults = await page.evaluate(
    (options) => {
      const { run } = (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe;
      return run(options);
    },
    // What stands in a frame is somebody else's.
    { runOnly, checks, resultTypes: ['violations'], iframes: false },
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary?.replace(/\s+/g, ' ')}`),
  );
}
