import { missingEngines } from '../scripts/browser.mjs';
import { type Engine, engineNames, type Picture, startEngine } from './engines.ts';
import { expect, fixture, test as withServers } from './marquee.ts';
import { alsoInAudit, everything, pagesToLookAt } from './pages.ts';
import { withStudio } from './studio.ts';

// What visitors see in Firefox and WebKit is what they see in Chromium. Debian has all three (web/scripts/browser.mjs).

const test = withServers.extend<object, { engines: Engine[] }>({
  // Playwright's own page is not used here.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  consoleWatch: async ({}, use) => use({ messages: [], expect: () => undefined }),
  engines: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const started = await Promise.allSettled(engineNames.map(startEngine));
      const engines = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
      try {
        for (const start of started) if (start.status === 'rejected') throw start.reason;
        await use(engines);
      } finally {
        await Promise.all(engines.map((engine) => engine.close()));
      }
    },
    { scope: 'worker' },
  ],
});

// One browser of each kind, pages in turn.
test.describe.configure({ mode: 'default' });

test.beforeAll(() => {
  const missing = missingEngines();
  test.skip(missing.length > 0, `Firefox and WebKit need: apt-get install ${missing.join(' ')}`);
});

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const depths = [0, 0.5, 1] as const;

/** A rectangle in the window, in CSS pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a page is at one size of the window, at one depth, in one scheme. */
interface View {
  name: string;
  height: number;
  /** By how many pixels it is wider than the window. */
  sideways: number;
  /** By their words: the size of letters and the length of all lines in pixels, how much of its room is painted. */
  texts: Map<string, { size: number; length: number; painted: number | undefined }>;
  /** The same for what is drawn, by place in the document. */
  drawn: Map<string, { width: number; height: number; painted: number | undefined }>;
}

/** In the page: the schemes that the site has. */
function schemesOf(): ('light' | 'dark')[] {
  const { scheme } = document.documentElement.dataset;
  return scheme === 'light' || scheme === 'dark' ? [scheme] : ['light', 'dark'];
}

/** In the page: chooses a scheme, and scrolls to a share of the way. */
function show({ depth, scheme }: { depth: number; scheme: 'light' | 'dark' }): void {
  const root = document.documentElement;
  root.dataset.scheme = scheme;
  scrollTo({ top: depth * (root.scrollHeight - innerHeight), behavior: 'instant' });
}

/** In the page: its texts and what it draws, with the room of what is in sight, whole and uncovered. */
function measure() {
  const inSight = ({ x, y, width, height }: Box, element: Element) => {
    if (x < 0 || y < 0 || x + width > innerWidth || y + height > innerHeight) return false;
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    return above !== null && (element.contains(above) || above.contains(element));
  };
  // What is only read out stands in a box of one pixel, and its lines lie over other words.
  const clipped = (element: Element | null): boolean =>
    element !== null && ((element as HTMLElement).offsetWidth === 1 || clipped(element.parentElement));
  const plain = ({ x, y, width, height }: DOMRect): Box => ({ x, y, width, height });
  const texts: { words: string; size: number; length: number; lines: Box[] }[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement as Element;
    const words = node.textContent?.trim() ?? '';
    // A line that says how fast this very page was is another one in each browser.
    if (!words || parent.closest('script, style, noscript, select, textarea, [data-measured]')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Firefox says of words in drawings how large they were in the drawing.
    const rectangles = parent instanceof SVGElement ? parent.getClientRects() : range.getClientRects();
    const lines = Array.from(rectangles, plain).filter(({ width }) => width > 2);
    if (lines.length === 0) continue;
    texts.push({
      words,
      size: Number.parseFloat(getComputedStyle(parent).fontSize),
      length: lines.reduce((sum, { width }) => sum + width, 0),
      lines: clipped(parent) ? [] : lines.filter((line) => inSight(line, parent)),
    });
  }
  const drawn = Array.from(document.querySelectorAll('main :is(img, svg.drawing, [data-slot="poster"])'), (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    const seen = { x, y, width: Math.min(innerWidth, right) - x, height: Math.min(innerHeight, bottom) - y };
    return { width, height, seen };
  });
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  return { texts, drawn, height: scrollHeight, sideways: scrollWidth - clientWidth };
}

/** The share of pixels in some boxes that differ from the one to the right or below. */
function edges({ width, brightness }: Picture, boxes: readonly Box[]): number {
  let count = 0;
  let all = 0;
  for (const box of boxes) {
    const right = Math.floor(box.x + box.width) - 1;
    const bottom = Math.floor(box.y + box.height) - 1;
    for (let y = Math.ceil(box.y); y < bottom; y++) {
      for (let at = y * width + Math.ceil(box.x), end = y * width + right; at < end; at++) {
        const here = brightness[at] ?? 0;
        const differs = (there: number) => Math.abs(here - (brightness[there] ?? 0)) > 12;
        if (differs(at + 1) || differs(at + width)) count++;
        all++;
      }
    }
  }
  return all > 0 ? count / all : 0;
}

/** What a page is now, with a picture if it is to have one. */
async function view(engine: Engine, name: string, picture?: { settled: boolean }): Promise<View> {
  const painted = picture && (await engine.picture(picture.settled));
  const { texts, drawn, ...rest } = await engine.run(measure, null);
  const seen: View = { name, ...rest, texts: new Map(), drawn: new Map() };
  for (const { words, size, length, lines } of texts) {
    let key = words;
    for (let n = 2; seen.texts.has(key); n++) key = `${words} (${n})`;
    seen.texts.set(key, { size, length, painted: painted && lines.length > 0 ? edges(painted, lines) : undefined });
  }
  for (const [place, { width, height, seen: box }] of drawn.entries()) {
    const inSight = painted && box.width > 40 && box.height > 40;
    seen.drawn.set(`drawing ${place}`, { width, height, painted: inSight ? edges(painted, [box]) : undefined });
  }
  return seen;
}

/** What is otherwise in a view than it should be. */
function differences(seen: View, expected: View): string[] {
  const found: string[] = [];
  const far = (value: number, wanted: number, share: number) => Math.abs(value - wanted) > share * wanted + 1;
  if (seen.sideways > 0) found.push(`scrolls sideways by ${seen.sideways} px`);
  if (far(seen.height, expected.height, 0.03)) found.push(`is ${seen.height} px high instead of ${expected.height}`);
  // Of single signs, and of pale things, edges are too few to tell.
  const bare = (painted: number | undefined, wanted: number | undefined, least: number) =>
    wanted !== undefined && wanted > least && painted !== undefined && painted < 0.4 * wanted;
  let [painted, hidden] = [0, 0];
  for (const [words, text] of expected.texts) {
    const other = seen.texts.get(words);
    if (!other) {
      found.push(`"${words}" is not there`);
      continue;
    }
    if (Math.abs(other.size - text.size) > 1) found.push(`"${words}" has ${other.size} px instead of ${text.size}`);
    if (far(other.length, text.length, 0.25)) {
      found.push(`"${words}" is ${other.length} px long instead of ${text.length}`);
    }
    if (words.length > 1 && bare(other.painted, text.painted, 0.03)) {
      found.push(`"${words}" is not painted: ${other.painted} instead of ${text.painted}`);
    }
    if (text.painted !== undefined) {
      painted++;
      if (other.painted === undefined) hidden++;
    }
  }
  // A line more above moves some out of the window.
  if (hidden > 3 && hidden > painted / 3) found.push(`${hidden} of ${painted} texts are covered or out of sight`);
  for (const words of seen.texts.keys()) if (!expected.texts.has(words)) found.push(`"${words}" is there`);
  for (const [drawing, { width, height, painted }] of expected.drawn) {
    const other = seen.drawn.get(drawing);
    if (!other || far(other.width, width, 0.25) || far(other.height, height, 0.25)) {
      found.push(`${drawing} is ${other?.width} × ${other?.height} px instead of ${width} × ${height}`);
    } else if (bare(other.painted, painted, 0.01)) {
      found.push(`${drawing} is not painted: ${other.painted} instead of ${painted}`);
    }
  }
  return found.map((what) => `${seen.name}: ${what}`);
}

/**
 * Looks at a page in every size and scheme, and compares with what it should be; of the first engine only whether it
 * scrolls sideways. `make test` looks at both sizes in one scheme, and takes one picture, another size, scheme and
 * depth by turns: pictures take most of the time.
 */
async function tour(engine: Engine, url: string, turn: number, expected?: readonly View[]) {
  const views: View[] = [];
  const wrong: string[] = [];
  await engine.resize(sizes[0].width, sizes[0].height);
  await engine.open(url);
  const schemes = await engine.run(schemesOf, null);
  for (const [i, size] of sizes.entries()) {
    if (i > 0) await engine.resize(size.width, size.height);
    for (const [j, scheme] of schemes.entries()) {
      for (const [k, depth] of depths.entries()) {
        const its = turn % sizes.length === i && (turn >> 1) % schemes.length === j && turn % depths.length === k;
        if (!everything && !its && j + k > 0) continue;
        const name = `${engine.name}, ${size.width} px, ${scheme}, at ${depth}`;
        const look = async (settled: boolean) => {
          await engine.run(show, { depth, scheme });
          return view(engine, name, everything || its ? { settled } : undefined);
        };
        let seen = await look(!expected);
        const like = expected ? expected[views.length] : seen;
        if (!like || like.texts.size === 0) throw new Error(`${name}: there is nothing to compare ${url} with`);
        let differs = differences(seen, like);
        // What is painted late is looked at again.
        for (let attempt = 1; attempt < 4 && differs.length > 0; attempt++) {
          // WebKit may miss that its window has another size (docs/testing.md).
          if (attempt > 1 && engine.name === 'WebKit') await engine.open(url);
          seen = await look(true);
          differs = differences(seen, like);
        }
        views.push(seen);
        wrong.push(...differs);
      }
    }
  }
  wrong.push(...(await engine.messages()).map((message) => `${engine.name}: console: ${message}`));
  await engine.open('about:blank'); // what moves costs time while other engines are waited for
  return { views, wrong };
}

/** Chromium is one page ahead of the engines that are compared with it. */
async function compare([chromium, ...others]: Engine[], urls: readonly string[]): Promise<void> {
  expect(urls.length).toBeGreaterThan(4);
  test.setTimeout(urls.length * 120_000);
  if (!chromium) throw new Error('no engine');
  let ahead = await tour(chromium, urls[0] ?? '', 0);
  for (const [turn, url] of urls.entries()) {
    const { views, wrong } = ahead;
    const next = urls[turn + 1];
    const [after, ...found] = await Promise.all([
      next ? tour(chromium, next, turn + 1) : ahead,
      ...others.map((engine) => tour(engine, url, turn, views)),
    ]);
    expect.soft([...wrong, ...found.flatMap((tour) => tour.wrong)], url).toEqual([]);
    ahead = after;
  }
}

test(
  'every kind of page is painted in every engine as in Chromium',
  alsoInAudit,
  async ({ engines, shipped, example }) => {
    await compare(engines, await pagesToLookAt(shipped, example));
  },
);

test('what is too small, invisible or wider than the window is found', async ({
  engines: [chromium, ...others],
  marquee,
}) => {
  const url = `${marquee.url}/websites/business`;
  const title = 'h1';
  /** In the page: more rules for it. */
  const plant = (rules: string) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  };
  const look = async (engine: Engine, rules: string) => {
    await engine.resize(sizes[1].width, sizes[1].height);
    await engine.open(url);
    await engine.run(plant, rules);
    return view(engine, engine.name, { settled: true });
  };
  const expected = await look(chromium as Engine, '');
  for (const engine of others) {
    expect(differences(await look(engine, ''), expected)).toEqual([]);
    await engine.run(() => {
      console.error('planted');
      document.body.setAttribute('style', 'color: red');
    }, null);
    let heard = '';
    const messages = async () => {
      heard += (await engine.messages()).join('\n');
      return heard;
    };
    await expect.poll(messages, `${engine.name}: console`).toContain('planted');
    await expect.poll(messages, `${engine.name}: policy`).toContain('style-src');
    for (const [rules, found] of [
      [`${title} { font-size: 12px }`, /has 12 px instead of/],
      [`${title} { opacity: 0 }`, /is not painted/],
      ['main img, main .drawing { opacity: 0 }', /drawing \d+ is not painted/],
      [`${title} { letter-spacing: 0.5em }`, /px long instead of/],
      ['main img { width: 9px }', /drawing \d+ is 9 ×/],
      ['header { height: 100vh }', /texts are covered/],
      ['main { width: 1600px }', /scrolls sideways by/],
      ['main { padding-bottom: 1000px }', /px high instead of/],
      [`${title} { display: none }`, /is not there/],
    ] as const) {
      expect(differences(await look(engine, rules), expected).join('\n'), `${engine.name}: ${rules}`).toMatch(found);
    }
  }
});

/** Whether something that a selector finds is visible. */
const visible = (engine: Engine, selector: string) =>
  expect.poll(
    () =>
      engine.run(
        (selector) =>
          Array.from(document.querySelectorAll(selector)).some((found) =>
            found.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
          ),
        selector,
      ),
    { message: `${engine.name}: ${selector} is visible` },
  );

const where = (engine: Engine) =>
  expect.poll(() => engine.run(() => location.pathname, null), { message: `${engine.name}: path` });

test('visitors use the menu of a phone, tabs, a form, hints, pictures, schemes and languages in every engine', async ({
  engines,
  marquee,
  shipped,
  example,
}) => {
  const visit = async (engine: Engine) => {
    // A menu, a link in it, and back.
    await engine.resize(sizes[0].width, sizes[0].height);
    await engine.open(marquee.url);
    await visible(engine, 'nav.menu a').toBe(false);
    await engine.click('[popovertarget="site-menu"]');
    await visible(engine, 'nav.menu a[href="/about"]').toBe(true);
    await engine.pressEscape();
    await visible(engine, 'nav.menu a').toBe(false);
    await engine.click('[popovertarget="site-menu"]');
    await engine.click('nav.menu a[href="/about"]');
    await where(engine).toBe('/about');
    await visible(engine, 'nav.menu a').toBe(false);
    await engine.back();
    await where(engine).toBe('/');

    // Tabs.
    await engine.open(`${marquee.url}/websites/business/connect`);
    await engine.click('[role="tab"][aria-selected="false"]');
    await visible(engine, '[role="tabpanel"] input[type="date"]').toBe(true);

    // A form that is wrong, and then sent; nobody fills one in within two seconds.
    await engine.open(`${marquee.url}/contact`);
    const words = `A question from ${engine.name} that is long enough.`;
    await engine.type('#contact-email', 'someone@example.com');
    await engine.type('#contact-message', words);
    await engine.click('main [type="submit"]');
    await visible(engine, '#contact-name[aria-invalid="true"]').toBe(true);
    await engine.type('#contact-name', 'Someone');
    await expect.poll(() => engine.run(() => performance.now(), null)).toBeGreaterThan(2_500);
    await engine.click('main [type="submit"]');
    await visible(engine, '[data-sonner-toast]').toBe(true);
    await expect.poll(() => marquee.mailbox.holding(words)).toHaveLength(1);

    // A window that becomes narrower, as a phone does that is turned.
    await engine.resize(sizes[1].width, sizes[1].height);
    await engine.open(`${shipped.url}/privacy-policy`);
    await visible(engine, 'nav.menu a').toBe(true);
    await engine.resize(sizes[0].width, sizes[0].height);
    await visible(engine, 'nav.menu a').toBe(false);

    // A hint beside a link without a target.
    await engine.resize(sizes[1].width, sizes[1].height);
    await engine.open(marquee.url);
    await engine.hover('footer [role="link"][aria-disabled="true"]');
    await visible(engine, '[role="tooltip"]').toBe(true);

    // A picture in large.
    await engine.open(example.url);
    // Without the script, a click leads to the picture itself.
    await visible(engine, 'html[data-hydrated]').toBe(true);
    await engine.click('[data-section="gallery"] [data-slot="item"] a');
    await visible(engine, 'dialog.lightbox img').toBe(true);
    await engine.pressEscape();
    await visible(engine, 'dialog.lightbox').toBe(false);

    // The other scheme, which is kept, and another language.
    const scheme = () => engine.run(() => getComputedStyle(document.body).color, null);
    const usual = await scheme();
    await engine.click('[data-scheme-switch]');
    await expect.poll(scheme).not.toBe(usual);
    const chosen = await scheme();
    await engine.open(`${example.url}/about`);
    expect(await scheme()).toBe(chosen);
    await engine.click('[data-scheme-switch]');
    await engine.click('footer a[lang="de"]');
    await where(engine).toMatch(/^\/de\//);

    expect(await engine.messages(), engine.name).toEqual([]);
  };
  await Promise.all(engines.map(visit));
});

/** In Studio: what the title of the page says that is shown, once it can be picked; a click picks it. */
function titleInFrame(isClicked: boolean): string {
  const frame = document.querySelector<HTMLIFrameElement>('iframe:not([inert])');
  const title = frame?.contentDocument?.querySelector<HTMLElement>('h1:is([data-studio], :has([data-studio]))');
  if (isClicked) (title?.querySelector<HTMLElement>('[data-studio]') ?? title)?.click();
  return title?.textContent ?? '';
}

test('who is invited changes a title and publishes it in every engine', async ({ engines }) => {
  await withStudio(fixture, async (studio) => {
    for (const engine of engines) {
      const title = 'aside textarea[data-at="sections[0].hero.title"]';
      const shown = () => engine.run(titleInFrame, false);
      const page = async () => (await fetch(studio.url)).text();
      expect(await page()).not.toContain(engine.name);
      await engine.resize(sizes[1].width, sizes[1].height);
      await engine.open(studio.invite('ada@bakery.example'));
      await engine.click('main button');
      await expect.poll(shown, { message: engine.name }).not.toBe('');
      await engine.run(titleInFrame, true);
      await visible(engine, title).toBe(true);
      await engine.type(title, `${engine.name} `);
      await expect.poll(shown, { message: engine.name }).toContain(engine.name);
      const bar = () => engine.run(() => document.querySelector('header')?.textContent ?? '', null);
      await expect.poll(bar, { message: engine.name }).toMatch(/1 change\s*Saved/);
      // The first such link leads to the list of changes, too.
      for (const publish of ['header a[href="/studio/changes"] ~ a', 'main p.sticky button']) {
        await visible(engine, publish).toBe(true);
        await engine.click(publish);
      }
      await expect.poll(page, { message: engine.name }).toContain(engine.name);
      expect(await engine.messages(), engine.name).toEqual([]);
    }
  });
});
