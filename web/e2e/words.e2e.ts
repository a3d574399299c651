import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, ready, test } from './marquee.ts';

// Words and prices stand whole in whatever font and width: letters are set wide here, as those of Verdana are. This
// browser has no dictionaries for hyphens.

test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });

const plans = `
wide-plan:
  name: Französischunterricht
  price: {amount: "1068.00", currency: CHF, period: year, from: true}
  action: {label: Order, to: /contact}
`;

const titles = ['Französischunterricht', 'Barrierefreiheit', 'Deutsch-Französisch', 'Lebensmittelunverträglichkeit'];
const items = titles.map((title) => `{icon: star, title: ${title}, text: Words.}`).join(', ');
const figures = ['2,000,000 and counting', 'Mon to Friday', '€1,500,000 saved', '10,000,000 MB'];
const shortFigures = ['under 1ms', '7-14 days', '24 hours'];
/** Longer than what is kept whole. */
const address = 'example.org/an_address_that_somebody_pasted_into_a_sentence_is_long';
const content = `title: Words
sections:
  - quote: {text: See ${address}, source: Somebody}
  - cta: {title: Begin, text: See ${address}, actions: [{label: Go, to: /contact}]}
  - testimonials: {items: [{text: See ${address}, name: Ada}]}
  - comparison: {title: Long, columns: [One, Two], rows: [{label: ${address}, values: ["1", "2"]}]}
  - hero: {title: Memberships. Workshops., size: tall}
  - promises: {items: [${items}]}
  - services: {items: [{icon: star, title: Lebensmittelunverträglichkeit, plan: wide-plan, link: {label: Go, to: /contact}}]}
  - cards: {title: Barrierefreiheitsstärkungsgesetz, columns: 4, items: [${items}]}
  - plans: {title: Barrierefreiheitsstärkungsgesetz, refs: [wide-plan]}
  - plan: {ref: wide-plan}
  - consultations: {refs: [wide-plan]}
  - metrics: {items: [${'{value: "CHF\u00a01’068.00", label: a year}, '.repeat(4)}]}
  - metrics: {items: [${figures.map((value) => `{value: "${value}", label: Words}`).join(', ')}]}
  - metrics: {items: [${shortFigures.map((value) => `{value: "${value}", label: Words}`).join(', ')}]}
  - split: {title: Französischunterricht für Anfänger, text: Words., image: {src: images/mark.svg, alt: A mark}}
  - steps: {items: [${titles.map((title) => `{title: ${title}}`).join(', ')}]}
  - tiles: {items: [${items}]}
  - comparison: {title: Plans, columns: [Grundlagen, Aufbaustufe, Oberstufe], rows: [{label: Price, values: ["CHF\u00a01’068.00", "CHF\u00a02’068.00", "CHF\u00a03’068.00"]}]}
`;

/** Words and prices that stand on more than one line, but for what is too long for that. */
function broken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const within = text.parentElement;
      if (!within?.checkVisibility() || within.closest('svg, .sr-only, [aria-hidden]')) continue;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[^ \n\u00ad-]{3,}/g)) {
        if (word.length > 42) continue;
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${within.closest('[data-section]')?.getAttribute('data-section')}: ${word}`);
      }
    }
    return found;
  });
}

/** How far figures beside each other overlap, in pixels. */
function overlap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = Array.from(document.querySelectorAll('[data-slot="value"] .fitted'), (words) => {
      const range = document.createRange();
      range.selectNodeContents(words);
      return range.getBoundingClientRect();
    });
    const beside = boxes.flatMap((a) =>
      boxes.filter((b) => b.left > a.left && b.top < a.bottom && b.bottom > a.top).map((b) => a.right - b.left),
    );
    return Math.max(0, ...beside);
  });
}

test('words and prices are not broken, and nothing is wider than the window', async ({ page, marquee }) => {
  const written = path.join(marquee.content, 'main/pages/words.yaml');
  const sold = path.join(marquee.content, 'main/plans.yaml');
  const before = readFileSync(sold, 'utf8');
  writeFileSync(sold, before + plans);
  writeFileSync(written, content);
  try {
    await expect.poll(async () => (await page.request.get('/words')).status()).toBe(200);
    await ready(page, '/words');
    await page.addStyleTag({ content: '* { letter-spacing: 0.04em !important }' });
    for (const width of [320, 360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Four columns of such words have no room at 320 pixels.
      if (width > 320) expect.soft(await broken(page), `broken at ${width} pixels`).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(wider, `wider than ${width} pixels`).toBeLessThanOrEqual(0);
      expect.soft(await overlap(page), `figures overlap at ${width} pixels`).toBeLessThanOrEqual(0);
    }
    const own = await page
      .getByText(/^(under 1ms|7-14 days|24 hours)$/)
      .evaluateAll((figures) =>
        figures.map((figure) => [getComputedStyle(figure).fontSize, figure.getClientRects().length].join()),
      );
    expect.soft(new Set(own), 'short figures have one size, and a line each').toEqual(new Set(['68px,1']));
    // Where there is room, titles are as large as they are meant to be.
    for (const section of ['hero', 'split']) {
      const title = page.locator(`[data-section="${section}"] [data-slot="title"] .fitted`);
      const [own, meant] = await title.evaluate((words) =>
        [words, words.parentElement ?? words].map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      );
      expect.soft(own, section).toBeGreaterThan(0.6 * (meant ?? 0));
    }
  } finally {
    writeFileSync(sold, before);
    rmSync(written);
  }
});
