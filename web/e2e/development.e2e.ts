import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ConsoleWatch,
  editor,
  expect,
  fixture,
  type Page,
  repository,
  takenOver,
  test,
  withoutOurs,
} from './marquee.ts';
import { developmentServer, runDevelopment } from './vite.ts';

// One worker, so that one development server does.
test.describe.configure({ mode: 'default' });

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
          const style = [element.localName, color, backgroundColor, fontFamily, fontSize, boxShadow].join(' ');
          return { style, width, height };
        }),
      );
    };
    const production = await look(marquee.url)();
    const development = await look(url)();
    // The build writes heights of lines with fewer digits.
    const same = ({ style, width, height }: (typeof production)[0]) => ({
      style,
      width: expect.closeTo(width, 1),
      height: expect.closeTo(height, 1),
    });
    expect(development).toEqual(production.map(same));
  } finally {
    await vite.close();
  }
});

/** Opens a page, and waits until the client is there, which it is without a sign. */
async function open(page: Page, url: string, consoleWatch: ConsoleWatch): Promise<void> {
  consoleWatch.expect(/^\[vite\]|Download the React DevTools/);
  await page.goto(url);
  await takenOver(page);
}

const overlay = (page: Page) => page.locator('vite-error-overlay');

test('an edit is seen on a page that nobody has touched, and what was typed stays', async ({
  sources,
  page,
  consoleWatch,
}) => {
  await open(page, `${sources.url}/about`, consoleWatch);
  const mend = [sources.edit('sections/HeroSection.tsx', '<SectionTitle ', '<b>Edited</b><SectionTitle ')];
  await expect(page.getByText('Edited')).toBeVisible();
  mend.push(sources.edit('styles/main.css', /$/, '\nh1 { letter-spacing: 7px !important; }\n'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '7px');

  await open(page, `${sources.url}/contact`, consoleWatch);
  const name = page.getByLabel('Name');
  await name.fill('Ada');
  mend.push(sources.edit('sections/FormsSection.tsx', '<FormsPanel ', '<b>Lazy</b><FormsPanel '));
  await expect(page.getByText('Lazy')).toBeVisible();
  await expect(name).toHaveValue('Ada');

  const drawn = page.getByText('Drawn by the server');
  const back = sources.edit('entry-server.tsx', 'return html', "return '<i>Drawn by the server</i>' + html");
  await expect(drawn).toBeAttached();
  // Each loads the page anew. What is saved while it loads may be in the HTML and not in the script, which React tells.
  await takenOver(page);
  back();
  await expect(drawn).toHaveCount(0);
  await takenOver(page);
  for (const back of mend) back();
  await expect(page.getByText(/Edited|Lazy/)).toHaveCount(0);
});

test('whatever is saved in the content is seen, at the same place of the page', async ({
  sources,
  marquee,
  page,
  consoleWatch,
}) => {
  await open(page, `${sources.url}/websites/business`, consoleWatch);
  const title = page.getByRole('heading', { level: 1 });
  const place = await page.getByRole('heading', { name: 'Risk-Free Guarantee' }).evaluate((heading) => {
    scrollTo({ top: heading.getBoundingClientRect().top, behavior: 'instant' });
    return scrollY;
  });
  const mend = [marquee.edit('business/pages/index.yaml', 'Beautiful Websites', 'Edited Websites')];
  await expect(title).toContainText('Edited Websites');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  const picture = page.locator('[data-section=hero] img');
  const before = await picture.getAttribute('src');
  mend.push(marquee.edit('business/images/hero.svg', /<\/svg>/, '<circle r="9"/></svg>'));
  await expect(picture).not.toHaveAttribute('src', before ?? '');
  for (const back of mend) back();
  await expect(title).toContainText('Beautiful Websites');

  await open(page, sources.url, consoleWatch);
  const plain = marquee.edit('main/look/look.css', /$/, '\nh1 { opacity: 0.75; }\n');
  await expect(title).toHaveCSS('opacity', '0.75');
  plain();
  await expect(title).toHaveCSS('opacity', '1');
});

test('a section that throws is told over the page, with its place, until it is mended', async ({
  sources,
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/the hero is broken/);
  await open(page, `${sources.url}/contact`, consoleWatch);
  const title = page.getByRole('heading', { level: 1 });
  const end = "throw new Error('the hero is broken');";
  const told = async () => {
    await expect(overlay(page)).toContainText('the hero is broken');
    await expect(overlay(page)).toContainText(/\/web\/src\/sections\/HeroSection\.tsx:\d+:31/);
  };
  // After an edit, and when the page is loaded.
  const mend = sources.edit(
    'sections/HeroSection.tsx',
    '  const full =',
    `  if (title.length > 0) ${end}\n  const full =`,
  );
  await told();
  await page.reload();
  await told();
  mend();
  await expect(overlay(page)).toHaveCount(0);
  await expect(title).toBeVisible();
  // Where nobody but the server draws it.
  sources.edit('sections/HeroSection.tsx', '  const full =', `  if (import.meta.env.SSR) ${end}\n  const full =`);
  await page.reload();
  await expect(overlay(page)).toContainText('the hero is broken');
  mend();
  await expect(overlay(page)).toHaveCount(0);
});

/** A free port that the system gives to nobody by itself: while the Go server is down, it must stay free. */
async function freePort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (free) return port;
  }
}

test('what is wrong with the content, and the end of the Go server, is told over the page until it is mended', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/^\[vite\]|Download the React DevTools/);
  // While there is nothing to serve, of pages and of rules of speculation.
  consoleWatch.expect(/50[02] \((Internal Server Error|Bad Gateway)\)|HTTP status 502/);
  const folder = mkdtempSync(path.join(tmpdir(), 'marquee-'));
  const content = path.join(folder, 'content');
  cpSync(fixture, content, { recursive: true });
  const environment = {
    ...withoutOurs(process.env),
    MARQUEE_CONTENT: content,
    MARQUEE_DATA: path.join(folder, 'var'),
    MARQUEE_ADDR: `127.0.0.1:${await freePort()}`,
    MARQUEE_ADMIN_ADDR: '127.0.0.1:0',
    GOFLAGS: process.env.GOFLAGS ?? '-trimpath -tags=nodynamic',
    CGO_ENABLED: '0',
  };
  // The same program: linking it again would take longer than all else here.
  const binary = path.join(repository, 'bin/marquee');
  const linked = path.join(repository, '.cache/dev');
  mkdirSync(linked, { recursive: true });
  rmSync(path.join(linked, 'marquee'), { force: true });
  cpSync(binary, path.join(linked, 'marquee'));
  const said = () => spawnSync(binary, ['check'], { env: environment, encoding: 'utf8' }).stdout.trim();
  const edit = editor(content);
  const told = overlay(page).locator('.message-body');
  const title = page.getByRole('heading', { level: 1 });

  let mend = edit('main/site.yaml', 'name:', 'nmae:');
  const dev = await runDevelopment(repository, environment);
  try {
    await page.goto(`${dev.url}/about`);
    expect(said()).toContain('main/site.yaml:');
    await expect.poll(() => told.textContent()).toBe(said());
    mend();
    await expect(title).toHaveText('Pioneering AI Innovation');
    await expect(overlay(page)).toHaveCount(0);

    mend = edit('main/pages/about.yaml', 'title: About Us', 'tilte: About Us');
    await expect.poll(() => told.textContent()).toBe(said());
    await page.reload();
    await expect.poll(() => told.textContent()).toBe(said());
    mend();
    await expect(overlay(page)).toHaveCount(0);

    const [server] = execFileSync('pgrep', ['-P', String(dev.pid), 'marquee'], { encoding: 'utf8' }).split('\n');
    process.kill(Number(server), 'SIGKILL');
    await expect(told).toContainText('The Go server ended with SIGKILL.');
    edit('main/pages/about.yaml', 'Pioneering', 'Pedestrian');
    await expect(title).toHaveText('Pedestrian AI Innovation');
    await expect(overlay(page)).toHaveCount(0);
  } finally {
    await page.close(); // which would look for the server
    await dev.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
