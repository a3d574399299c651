import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shift } from './layout.ts';
import { expect, type Marquee, type Page, ready } from './marquee.ts';
import { asWithoutScript, test } from './oracle.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const settings = `
integrations: {ga4: {measurement: G-ABC123DEF4}}
consent:
  title: May we count your visit?
  text: Google would learn which pages you read. It helps us to see what is read at all.
  accept: Yes, count
  decline: No
  change: Counting of visits
`;

const questionOn = (page: Page) => page.getByRole('region', { name: 'May we count your visit?' });

/** Has a site ask for consent; the result ends that. */
async function ask(page: Page, marquee: Marquee, site: string, home: string): Promise<() => void> {
  const file = path.join(marquee.content, site, 'site.yaml');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before + settings);
  await expect.poll(async () => (await page.request.get(home)).text()).toContain('Counting of visits');
  return () => writeFileSync(file, before);
}

const homes = { main: '/', business: '/websites/business', creative: '/websites/creative' };

for (const [site, home] of Object.entries(homes)) {
  const tag = site === 'main' ? [] : '@audit';
  test(`the question for consent covers no button at the top of ${home}, and moves nothing`, { tag }, async ({
    page,
    marquee,
  }) => {
    const putBack = await ask(page, marquee, site, home);
    try {
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
        [768, 1024],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(home);
        const question = questionOn(page);
        await expect(question).toBeVisible();
        // Where buttons are below each other there is only room for the first.
        const free = width < 640 ? 1 : Number.POSITIVE_INFINITY;
        const covered = await question.evaluate((element, count) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return Array.from(document.querySelectorAll('[data-section="hero"] .button'))
            .slice(0, count)
            .filter((button) => {
              const box = button.getBoundingClientRect();
              return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
            })
            .map(({ textContent }) => textContent);
        }, free);
        expect.soft(covered, `covered at ${width} × ${height}`).toEqual([]);
        expect.soft(await shift(page), `jumps at ${width} × ${height}`).toBeLessThan(0.01);
      }
      // Who uses the keyboard comes to it first.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(questionOn(page)).toBeHidden();
    } finally {
      putBack();
    }
  });
}

/** Where the keyboard stops on a page, besides what only a script has, and which of it is not in sight. */
async function stops(page: Page) {
  const found: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement: element, body } = document;
      if (!element || element === body) return;
      if (element.closest('[aria-labelledby=consent-title], [data-consent]')) return '';
      const { x, y, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return `${element.textContent?.trim()}: ${above && element.contains(above) ? 'seen' : 'hidden'}`;
    });
    if (stop === undefined) return found;
    if (stop) found.push(stop);
  }
}

test('the question hides neither what has the focus nor a form, nor does a toast hide its answers', async ({
  browser,
  page,
  marquee,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 503/);
  consoleWatch.expect(/^FormError: /);
  const putBack = await ask(page, marquee, 'main', '/');
  try {
    const options = { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } } as const;
    const found = await asWithoutScript(browser, `${marquee.url}/about`, options, async (page, script) => {
      if (script) await questionOn(page).waitFor();
      return stops(page);
    });
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((stop) => stop.endsWith('hidden'))).toEqual([]);

    await page.setViewportSize({ width: 1280, height: 720 });
    await ready(page, '/contact');
    const form = page.locator('main form');
    await form.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const question = await questionOn(page).boundingBox();
    expect(question?.x).toBeLessThan((await form.boundingBox())?.x ?? 0);
    expect((question?.x ?? 0) + (question?.width ?? 0)).toBeLessThanOrEqual((await form.boundingBox())?.x ?? 0);

    await page.setViewportSize(options.viewport);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('I would like to know more about your work.');
    await page.route('/api/send-contact-email', (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole('main').getByRole('button', { name: /^Send/ }).click();
    await expect(page.locator('[data-sonner-toast]')).toBeVisible();
    // While the question is there, a toast that stays lets it be answered.
    await questionOn(page).getByRole('button', { name: 'No', exact: true }).click();
    await expect(questionOn(page)).toBeHidden();
  } finally {
    putBack();
  }
});

test('the button that asks again works before the page is quiet', async ({ page, marquee }) => {
  const putBack = await ask(page, marquee, 'main', '/');
  try {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.goto('/about');
    await expect(async () => {
      await page.locator('[data-consent]').click();
      await expect(questionOn(page)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  } finally {
    putBack();
  }
});
