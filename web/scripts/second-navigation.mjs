// Measures how long the next page of a site takes, from the click to its first
// frame, when the pointer was on the link before. Prints milliseconds as JSON,
// one figure per link, in the order of the links.
// Usage: node web/scripts/second-navigation.mjs URL CHROMIUM [SLOWDOWN]
import { chromium } from '@playwright/test';

const [url, executablePath, slowdown = '1'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
  const open = async () => {
    await page.goto(url);
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
  };
  await open();
  const paths = await page
    .locator('header nav a[href^="/"]:not([href*="#"])')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))]);
  const figures = [];
  for (const path of paths.filter((each) => each !== new URL(url).pathname)) {
    await open();
    const link = page.locator(`header nav a[href="${path}"]`).first();
    const fetched = page.waitForResponse((response) => response.url().includes('/api/pages?path='));
    await link.hover();
    await (await fetched).finished();
    // The data has come; the code for it, if any, is asked for right after it, and the browser is idle once it is there.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.evaluate(() => {
      const before = document.querySelector('main');
      const title = before.querySelector('h1');
      window.painted = new Promise((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const watch = new MutationObserver(() => {
              if (document.querySelector('main h1') === title) return;
              watch.disconnect();
              // After the frame that shows it.
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            });
            watch.observe(document.body, { childList: true, subtree: true });
          },
          { capture: true, once: true },
        );
      });
    });
    await link.click();
    figures.push(await page.evaluate(() => window.painted));
  }
  console.log(JSON.stringify(figures));
} finally {
  await browser.close();
}
