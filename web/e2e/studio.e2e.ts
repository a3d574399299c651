import type { Locator } from '@playwright/test';
import { bakery, enter, expect, type Page, type Studio, standing, test } from './studio.ts';

// A person who has never seen YAML edits a website, and what visitors get of it.

/** How somebody uses a device. */
interface Hands {
  press(target: Locator): Promise<void>;
  write(field: Locator, words: string): Promise<void>;
  /** Sets a field for a time, which has the parts of one in America. */
  setTime(field: Locator, hours: string, parts: string): Promise<void>;
  /** Where the hours of the shop are picked: a table of them is one stop of the keyboard. */
  hours: { role: 'cell' | 'table'; name: string };
  /** Opens a page by its title. */
  open(title: string): Promise<void>;
  /** Moves an item of a list above the one before it. */
  moveUp(title: string, before: string): Promise<void>;
}

const hoursInTable = { role: 'cell', name: '07:00–13:00, 14:00–17:30' } as const;
const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields' });
const field = (page: Page, name: string) => panel(page).getByRole('textbox', { name, exact: true });
const link = (within: Page | Locator, name: string) => within.getByRole('link', { name }).first();

function fingers(page: Page): Hands {
  const press = (target: Locator) => target.tap();
  return {
    press,
    hours: hoursInTable,
    async write(field, words) {
      await press(field);
      await field.fill(words);
    },
    setTime: (field, hours) => field.fill(hours),
    async open(title) {
      const close = panel(page).getByRole('button', { name: 'Close' });
      if (await close.isVisible()) await press(close);
      await press(page.getByRole('button', { name: 'Pages and more' }));
      await press(link(page.getByRole('dialog'), title));
    },
    async moveUp(title, before) {
      await press(page.getByRole('button', { name: `More for ${title}` }));
      await press(page.getByRole('menuitem', { name: 'Move to…' }));
      await press(page.getByRole('menuitem', { name: before }));
    },
  };
}

function mouse(page: Page): Hands {
  return {
    press: (target) => target.click(),
    hours: hoursInTable,
    async write(field, words) {
      await field.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(words);
    },
    setTime: (field, hours) => field.fill(hours),
    open: (title) => link(page, title).click(),
    moveUp: (title, before) =>
      page
        .getByRole('button', { name: `Move ${title}` })
        .dragTo(page.getByRole('button', { name: `More for ${before}` })),
  };
}

function keys(page: Page): Hands {
  const isReached = (target: Locator) =>
    target.evaluate((element) => element.ownerDocument.hasFocus() && element === document.activeElement);
  /** Whether the focus is in the same area as an element: the bar, the pages, the page, or its fields. */
  const isInArea = (target: Locator) =>
    target.evaluate((element) => {
      const area = element.closest('aside, main') ?? element.closest('header');
      return window === window.top ? area?.contains(document.activeElement) : document.hasFocus();
    });
  /** Leads by F6 to the area of an element, then by Tab to it, backwards where it stands before what has the focus. */
  async function reach(target: Locator) {
    await expect(target).toBeVisible();
    for (let areas = 0; !(await isInArea(target)); areas++) {
      expect(areas, `F6 leads to the area of ${target}`).toBeLessThan(5);
      await page.keyboard.press('F6');
    }
    const isBefore = await target.evaluate(
      (element) =>
        element.ownerDocument.hasFocus() &&
        document.activeElement?.localName !== 'iframe' &&
        ((document.activeElement?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING) > 0,
    );
    for (let stops = 0; !(await isReached(target)); stops++) {
      expect(stops, `Tab leads to ${target}`).toBeLessThan(400);
      await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
    }
  }
  return {
    hours: { role: 'table', name: 'The shop' },
    async press(target) {
      await reach(target);
      await page.keyboard.press('Enter');
    },
    async write(field, words) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(words);
    },
    async setTime(field, _, parts) {
      await reach(field);
      await page.keyboard.type(parts);
    },
    async open(title) {
      await reach(page.getByRole('searchbox', { name: 'Find a page' }));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(title);
      await reach(link(page, title));
      await page.keyboard.press('Enter');
    },
    async moveUp(title) {
      await reach(page.getByRole('button', { name: `Move ${title}` }));
      await page.keyboard.press('Alt+ArrowUp');
    },
  };
}

/** Opens a page by its title, and waits until nothing of the one before is in sight. */
async function visit(page: Page, hands: Hands, title: string) {
  await hands.open(title);
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** The public pages that hold some words. */
async function holding(page: Page, studio: Studio, words: string): Promise<string[]> {
  const pages: { path: string }[] = await (await page.request.get('/studio/api/pages')).json();
  const texts = await Promise.all(
    pages.filter(({ path }) => path).map(async ({ path }) => [path, await (await fetch(studio.url + path)).text()]),
  );
  return texts.flatMap(([path = '', text]) => (text?.includes(words) ? [path] : [])).sort();
}

/** The lines of a file that differ from another one with as many. */
function differing(before: string, after: string): string[] {
  const [then, now] = [before.split('\n'), after.split('\n')];
  expect(now).toHaveLength(then.length);
  return now.filter((line, i) => line !== then[i]);
}

/** From the first look at the website to a regret. */
async function editAll(page: Page, studio: Studio, hands: Hands) {
  const { press, write, setTime, moveUp, hours } = hands;
  const shown = standing(page);
  const files = ['bakery/plans.yaml', 'bakery/locations.yaml', 'bakery/pages/index.yaml'] as const;
  const [plans, locations, home] = files.map(studio.read) as [string, string, string];
  await enter(page, studio);
  const named = await holding(page, studio, '£65');
  expect(named.length).toBeGreaterThan(1);

  // A price, with a mistake first.
  await visit(page, hands, 'A morning at the oven');
  await press(shown.getByText('£65'));
  const amount = field(page, 'Amount');
  await write(amount, 'about 70');
  await expect(amount).toHaveAccessibleDescription(/Write digits only/);
  await write(amount, '70');
  await expect(amount).toHaveAttribute('aria-invalid', 'false');
  await expect(shown.getByText('£70')).toBeVisible();

  // The hours of a Thursday.
  await visit(page, hands, 'Visit');
  await press(shown.getByRole(hours.role, { name: hours.name, exact: true }));
  await setTime(panel(page).getByLabel('Thursday until').last(), '19:00', '0700PM');
  await expect(shown.getByRole('row', { name: 'Thursday 07:00–13:00, 14:00–19:00' })).toBeVisible();

  // The first words of the home page, the order of its sections, and one more question.
  await visit(page, hands, 'Bread takes a day');
  await press(shown.getByRole('heading', { level: 1 }));
  await write(field(page, 'Title'), 'Good bread takes a day.');
  await expect(shown.getByRole('heading', { level: 1, name: 'Good bread takes a day.' })).toBeVisible();
  await press(panel(page).getByRole('button', { name: 'Bread takes a day', exact: true }));
  await moveUp('Text and picture · A house with one oven', 'Promises · Eighteen hours');
  await expect(shown.getByRole('region').nth(2)).toHaveAccessibleName('A house with one oven');
  await press(panel(page).getByRole('button', { name: 'Questions and answers · Questions', exact: true }));
  await press(panel(page).getByRole('button', { name: 'Add another: Items' }));
  await write(field(page, 'Question'), 'Do you slice it?');
  await write(field(page, 'Answer'), 'With pleasure.');
  await expect(shown.getByText('Do you slice it?')).toBeVisible();

  // Until it is published, visitors see what they saw.
  expect(files.map(studio.read)).toEqual([plans, locations, home]);
  await publish(page, press);
  expect(differing(plans, studio.read(files[0]))).toEqual([expect.stringContaining('amount: "70"')]);
  expect(await holding(page, studio, '£65')).toEqual([]);
  expect(await holding(page, studio, '£70')).toEqual(named);
  expect(await holding(page, studio, 'Good bread takes a day.')).toContain('/');
  expect(await holding(page, studio, 'Do you slice it?')).toEqual(['/']);
  expect(studio.read(files[1])).not.toBe(locations);

  // Yesterday was better.
  await openView(page, press, 'History');
  await press(page.getByRole('button', { name: /^Bring back what was before.*plans/i }));
  await expect(page.getByRole('link', { name: '1 change' })).toBeVisible();
  await press(page.getByRole('main').getByRole('button', { name: 'Publish' }));
  await expect(page.getByText(/^Live since \d/)).toBeVisible();
  expect(studio.read(files[0])).toBe(plans);
  expect(await holding(page, studio, '£65')).toEqual(named);
}

async function publish(page: Page, press: Hands['press']) {
  await press(page.getByRole('banner').getByRole('link', { name: 'Publish' }));
  await press(page.getByRole('main').getByRole('button', { name: 'Publish' }));
  await expect(page.getByText(/^Live since \d/)).toBeVisible();
}

async function openView(page: Page, press: Hands['press'], name: string) {
  const menu = page.getByRole('button', { name: 'Pages and more' });
  if (await menu.isVisible()) await press(menu);
  await press(page.getByRole('link', { name, exact: true }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test.describe('the bakery', () => {
  test.use({ original: bakery });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('a website is edited by touch', ({ page, studio }) => editAll(page, studio, fingers(page)));
  });

  test.describe('on a laptop', () => {
    test.use({ viewport: { width: 1440, height: 900 } });

    test('a website is edited with a mouse', { tag: '@audit' }, ({ page, studio }) =>
      editAll(page, studio, mouse(page)),
    );

    test('a website is edited by keyboard alone', { tag: '@audit' }, ({ page, studio }) =>
      editAll(page, studio, keys(page)),
    );
  });
});
