import { expect, test } from './marquee.ts';
import { developmentServer } from './vite.ts';

// What the console watch of every test refuses, such as a violation of the content security policy, fails this one, too.
test('development looks and works as production, under the same policy', { tag: '@audit' }, async ({
  marquee,
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/^\[vite\] connect(ing|ed)/);
  consoleWatch.expect(/Download the React DevTools/);
  const vite = await developmentServer(marquee.url, {
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  try {
    await vite.listen();
    const url = vite.resolvedUrls?.local[0] ?? '';
    const look = (origin: string) => async () => {
      await page.goto(new URL('/contact', origin).href);
      await expect(page.locator('html[data-hydrated]')).toBeAttached();
      // It comes when the browser has nothing else to do.
      await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      return page.evaluate(() =>
        Array.from(document.querySelectorAll('#root *'), (element) => {
          const { width, height } = element.getBoundingClientRect();
          const { color, backgroundColor, fontFamily, fontSize, boxShadow } = getComputedStyle(element);
          return [element.localName, width, height, color, backgroundColor, fontFamily, fontSize, boxShadow].join(' ');
        }),
      );
    };
    const production = await look(marquee.url)();
    const development = await look(url)();
    expect(development).toEqual(production);
  } finally {
    await vite.close();
  }
});
