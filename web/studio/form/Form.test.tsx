import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { showForm } from './test-form';

const hero = { title: 'Bread', text: 'Takes a day.', size: 'tall', actions: [{ label: 'Order', to: '/order' }] };
const page = (...sections: object[]) => ({ title: 'Home', sections }) as never;
const showHero = (more = {}, options = {}) =>
  showForm({ schema: 'page', values: page({ hero: { ...hero, ...more } }), at: 'sections[0].hero', ...options });

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('button', { name: /^Move / })
    .map((each) => each.getAttribute('aria-label'));

describe('a text', () => {
  test('is changed with each key, and says what stood there', async () => {
    const { user, changes } = showHero();
    await user.type(field('Title'), '!!');
    expect(changes).toEqual([
      { op: 'set', at: 'sections[0].hero.title', value: 'Bread!', old: 'Bread' },
      { op: 'set', at: 'sections[0].hero.title', value: 'Bread!!', old: 'Bread!' },
    ]);
    expect(field('Title').value).toBe('Bread!!');
  });

  test('stays in one paragraph, whatever is pasted', async () => {
    const { user, changes } = showHero();
    await user.click(field('Title'));
    await user.keyboard('{Enter}');
    expect(changes).toEqual([]);
    await user.paste(' and\n rolls');
    expect(changes.at(-1)?.value).toBe('Bread and rolls');
  });

  test('that has several, or is rich, gets new ones', async () => {
    const values = page({ split: { title: 'House', markdown: 'One.' } }, { hero: { ...hero, text: 'One\ntwo' } });
    const { user, changes } = showForm({
      schema: 'page',
      values,
      at: 'sections[0].split',
      focus: 'sections[0].split.markdown',
    });
    await user.keyboard('{Enter}');
    expect(changes.at(-1)?.value).toContain('\n');
    expect(screen.getByText('**bold**')).toBeTruthy();
  });

  test('keeps its lines where another field was before it', async () => {
    const values = { ...(page() as object), summary: 'One line.', markdown: 'One.\n\nTwo.\n' };
    const { user, changes, show } = showForm({ schema: 'page', values, at: 'summary', focus: 'summary' });
    show({ at: 'markdown', focus: 'markdown' });
    await user.type(field('Markdown'), 'x{Enter}y');
    expect(changes.at(-1)?.value).toBe('One.\n\nTwo.\nx\ny');
  });

  test('of a file that ends it in one way stays as it is typed', async () => {
    const { user, changes, show } = showForm({
      schema: 'page',
      file: 'main/pages/blog/a.md',
      values: { markdown: 'A' },
      at: 'markdown',
      focus: 'markdown',
    });
    await user.type(field('Markdown'), 'b');
    show({ saved: { markdown: 'Ab\n' } });
    await user.keyboard('c{Enter}');
    expect(changes.at(-1)?.value).toBe('Abc\n');
    expect(field('Markdown').value).toBe('Abc\n');
  });

  test('that has a mistake without a hint says the mistake', () => {
    const problems = [{ at: 'summary', message: 'It has no `name`.' }];
    showForm({
      schema: 'page',
      values: page(),
      at: '',
      focus: 'title',
      problems: [{ ...problems[0], at: 'title', hint: undefined }],
    });
    expect(screen.getByText(/It has no/)).toBeTruthy();
  });

  test('has the sentence of the schema as its description', () => {
    showHero();
    expect(screen.getByRole('textbox', { description: /^The main title of the page\.\s*$/ })).toBe(field('Title'));
  });

  test('says how much is left of its length', async () => {
    const values = { title: 'A', tags: ['x'.repeat(59)] };
    const { user } = showForm({ schema: 'page', values, focus: 'tags[0]' });
    expect(screen.getByText('1 left')).toBeTruthy();
    await user.keyboard('yz');
    expect(screen.getByText('1 too many')).toBeTruthy();
    expect((document.activeElement as HTMLInputElement).value).toHaveLength(61);
  });

  test('leads to what it refers to', async () => {
    const choices = {
      facts: { 'plans.pro.price': { words: '$2.99', home: { file: 'main/plans.yaml', at: 'pro.price' } } },
    };
    const { user, onOpen } = showHero(
      { text: 'From {{plans.pro.price}} in {{year}}' },
      { choices, file: 'main/pages/index.yaml' },
    );
    await user.click(screen.getByRole('button', { name: 'Open $2.99' }));
    expect(onOpen).toHaveBeenCalledWith({ file: 'main/plans.yaml', at: 'pro.price' });
    expect(screen.queryByRole('button', { name: 'Open Year' })).toBeNull();
  });
});

describe('a problem', () => {
  const at = 'sections[0].hero.title';
  test('stands at its field in the words of check', () => {
    showHero({}, { problems: [{ at, message: 'It is too long.', hint: 'Take fewer words.' }] });
    expect(field('Title').getAttribute('aria-invalid')).toBe('true');
    expect(
      screen.getByRole('textbox', { name: 'Title', description: /It is too long\. Take fewer words\./ }),
    ).toBeTruthy();
    expect(field('Text').getAttribute('aria-invalid')).toBe('false');
  });

  test('that only warns leaves the field valid', () => {
    showHero({}, { problems: [{ at, severity: 'warning', message: 'It is long.' }] });
    expect(field('Title').getAttribute('aria-invalid')).toBe('false');
    expect(screen.getByText(/It is long/)).toBeTruthy();
  });

  test.each(['sections[0]', 'sections[0].hero', 'sections[0].hero.image', 'sections[0].hero.image.src'])(
    'of %s, which has no field, stands at the top',
    (path) => {
      showHero({}, { problems: [{ at: path, message: 'Something is missing.' }] });
      expect(screen.getAllByText(/Something is missing/)).toHaveLength(1);
    },
  );

  test.each([
    ['sections[0].hero.image', 'images/shop.jpg'],
    ['sections[0].hero.image', { src: 'images/shop.jpg' }],
    ['sections[0].hero.image.src', { src: 'images/shop.jpg' }],
    ['sections[0].hero.image.alt', { src: 'images/shop.jpg', alt: '' }],
    ['sections[0].hero.actions', []],
    ['sections[0].hero.preview', { chat: {} }],
  ])('of %s is said once where %j stands', async (path, value) => {
    const key = path.split('.')[2] ?? '';
    const { focusOn } = showHero({ [key]: value }, { problems: [{ at: path, message: 'Something is missing.' }] });
    focusOn(path);
    expect(screen.getAllByText(/Something is missing/)).toHaveLength(1);
  });

  test('in an item that is closed marks it', () => {
    showHero({}, { problems: [{ at: 'sections[0].hero.actions[0].to', message: 'There is no such page.' }] });
    const item = screen.getByRole('button', { name: /^Order/, expanded: false });
    expect(within(item).getByRole('img', { name: 'Something is wrong here' })).toBeTruthy();
  });

  test('of any line of a week stands at the week', () => {
    const values = { shop: { name: 'Shop', address: {}, hours: ['Mo 08:00-12:00'] } };
    const problems = [{ at: 'shop.hours[0]', message: 'These hours overlap.' }];
    showForm({ schema: 'locations', values, at: 'shop', problems });
    expect(screen.getByText(/These hours overlap/)).toBeTruthy();
  });
});

describe('keys', () => {
  test('that are not there are added from a menu, in the order of the schema', async () => {
    const { user, changes } = showHero();
    await user.click(screen.getByRole('button', { name: 'Add a field: Hero' }));
    const items = await screen.findAllByRole('menuitem');
    const words = items.map((item) => item.textContent ?? '');
    expect(words.findIndex((text) => text.startsWith('Line above the title'))).toBeLessThan(
      words.findIndex((text) => text.startsWith('Points')),
    );
    expect(words.some((text) => text.startsWith('Title'))).toBe(false);
    await user.click(screen.getByRole('menuitem', { name: /^Line above the title/ }));
    expect(changes).toEqual([{ op: 'set', at: 'sections[0].hero.eyebrow', value: '', old: null, isNew: true }]);
    expect(document.activeElement).toBe(field('Line above the title'));
  });

  test('that are required are there at once', async () => {
    const { user, changes } = showForm({ schema: 'plans', values: { pro: {} }, at: 'pro' });
    await user.type(field('Name'), 'P');
    expect(changes).toEqual([{ op: 'set', at: 'pro.name', value: 'P', old: null, isNew: true }]);
    expect(screen.queryByRole('button', { name: 'Remove Name' })).toBeNull();
  });

  test('that may go are removed, and the focus stays near', async () => {
    const { user, changes } = showHero();
    await user.click(screen.getByRole('button', { name: 'Remove Text' }));
    expect(changes).toEqual([{ op: 'unset', at: 'sections[0].hero.text', old: 'Takes a day.' }]);
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a field: Hero' }));
  });

  test('that exclude each other are not offered together', async () => {
    const price = { amount: '1', currency: 'EUR' };
    const { user } = showForm({ schema: 'plans', values: { pro: { name: 'Pro', price } }, at: 'pro' });
    await user.click(screen.getByRole('button', { name: 'Add a field: Pro' }));
    expect(await screen.findByRole('menuitem', { name: /^Badge hint/ })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /^Prices/ })).toBeNull();
  });

  test('of what is empty are written into it', async () => {
    const values = page({ plans: null });
    const { user, changes } = showForm({ schema: 'page', values, at: 'sections[0].plans' });
    await user.click(screen.getByRole('button', { name: 'Add a field: Plans' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Title/ }));
    await user.keyboard('Plans');
    expect(changes.at(-1)).toEqual({ op: 'set', at: 'sections[0].plans.title', value: 'Plans', old: 'Plan' });
  });

  test('of what is required and not there make it', async () => {
    const { user, changes } = showForm({ schema: 'locations', values: { shop: { name: 'Shop' } }, at: 'shop' });
    await user.type(field('City'), 'W');
    expect(changes).toEqual([{ op: 'set', at: 'shop.address', value: { city: 'W' }, old: null, isNew: true }]);
  });

  test('that no schema knows lead to the file as text', async () => {
    const { user, onOpen } = showHero({ colour: { of: 'night' } });
    await user.click(screen.getByRole('button', { name: /^Colour/ }));
    expect(onOpen).toHaveBeenCalledWith({ file: 'main/site.yaml', at: 'sections[0].hero.colour', asText: true });
  });
});

describe('the form', () => {
  test('of one value is its field', async () => {
    const { user, changes } = showForm({ schema: 'page', values: page({ hero }), at: 'sections[0].hero.text' });
    expect(screen.getAllByRole('textbox')).toEqual([field('Text')]);
    await user.click(screen.getByRole('button', { name: 'Remove Text' }));
    expect(changes).toEqual([{ op: 'unset', at: 'sections[0].hero.text', old: 'Takes a day.' }]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a field: Hero' }));
  });

  test('of what is not there is that of what it would be in', () => {
    showForm({ schema: 'page', values: page({ hero }), at: 'sections[0].hero.preview.chat' });
    expect(field('Title').value).toBe('Bread');
  });

  test('of a whole file opens what gets the focus', () => {
    const { focusOn } = showForm({ schema: 'page', values: page({ hero }, { faq: { items: [] } }) });
    expect(screen.queryByRole('combobox', { name: 'Leads to' })).toBeNull();
    focusOn('sections[0].hero.actions[0].to');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Leads to' }));
  });

  test('shows nothing as markup, and survives what it does not expect', () => {
    showForm({
      schema: 'page',
      values: page({ hero: { title: '<img onerror=x>', actions: 'no' } }, { zzz: [] }, null as never),
    });
    expect(document.querySelector('img')).toBeNull();
  });
});

/** What a browser tells while something is dragged; happy-dom has no such events. */
const drag = (type: string, element: Element) => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true });
  fireEvent(element, Object.assign(event, { dataTransfer: new DataTransfer() }));
};
const nextFrame = () => act(async () => void (await new Promise(requestAnimationFrame)));

describe('a list', () => {
  const items = ['One', 'Two', 'Three'].map((question) => ({ question, answer: `${question}!` }));
  const showFAQ = (options = {}) =>
    showForm({ schema: 'page', values: page({ faq: { items } }), at: 'sections[0].faq', ...options });
  const at = 'sections[0].faq.items';
  const list = () => screen.getByRole('list');

  test('shows a line for each item, of which one is open', async () => {
    const { user } = showFAQ();
    await user.click(screen.getByRole('button', { name: 'One' }));
    expect(field('Question').value).toBe('One');
    await user.click(screen.getByRole('button', { name: 'Two' }));
    expect(field('Question').value).toBe('Two');
    await user.click(screen.getByRole('button', { name: 'Two' }));
    expect(screen.queryByRole('textbox', { name: 'Question' })).toBeNull();
  });

  test('gets a new item at its end, which has the focus', async () => {
    const { user, changes } = showFAQ();
    await user.click(screen.getByRole('button', { name: 'Add another: Items' }));
    expect(changes).toEqual([{ op: 'insert', at: `${at}[3]`, value: { question: '', answer: '' } }]);
    expect(document.activeElement).toBe(field('Question'));
  });

  test('that is not there is made with its first item', async () => {
    const { user, changes } = showHero();
    await user.click(screen.getByRole('button', { name: 'Add a field: Hero' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Points/ }));
    expect(changes).toEqual([{ op: 'set', at: 'sections[0].hero.points', value: [''], old: null, isNew: true }]);
    await user.keyboard('Warm');
    expect(changes.at(-1)).toMatchObject({ at: 'sections[0].hero.points[0]', value: 'Warm' });
  });

  test('loses an item by its menu', async () => {
    const { user, changes } = showFAQ();
    await user.click(screen.getByRole('button', { name: 'More for Two' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(changes).toEqual([{ op: 'remove', at: `${at}[1]`, old: items[1] }]);
    expect(names(list())).toEqual(['Move One', 'Move Three']);
    expect(screen.getByRole('status').textContent).toBe('Two removed');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Three' }));
  });

  test('is sorted with Alt and the arrow keys, and says so', async () => {
    const { user, changes } = showFAQ();
    await user.click(screen.getByRole('button', { name: 'Two' }));
    act(() => screen.getByRole('button', { name: 'Move Two' }).focus());
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{/Alt}');
    expect(changes.map(({ at: from, to }) => `${from} → ${to}`)).toEqual([
      `${at}[1] → ${at}[2]`,
      `${at}[2] → ${at}[1]`,
      `${at}[1] → ${at}[0]`,
    ]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Two');
    expect(screen.getByRole('status').textContent).toBe('Two is now 1 of 3');
    expect(field('Question').value).toBe('Two');
  });

  test('is sorted by the menu', async () => {
    const { user, changes } = showFAQ();
    await user.click(screen.getByRole('button', { name: 'More for One' }));
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(await screen.findByRole('menuitem', { name: '3. Three' })).toBeTruthy();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(changes).toEqual([{ op: 'move', at: `${at}[0]`, to: `${at}[2]` }]);
    expect(names(list())).toEqual(['Move Two', 'Move Three', 'Move One']);
  });

  test('is sorted by dragging', async () => {
    const { changes } = showFAQ();
    const grip = screen.getByRole('button', { name: 'Move Three' });
    const target = screen.getByRole('button', { name: 'One' });
    drag('dragstart', grip);
    await nextFrame();
    drag('dragenter', target);
    await nextFrame();
    drag('drop', target);
    expect(changes).toEqual([{ op: 'move', at: `${at}[2]`, to: `${at}[0]` }]);
  });

  test('of sections is sorted and shortened; new ones are not for this form', async () => {
    const values = page({ hero }, { faq: { items } });
    const { user, changes } = showForm({ schema: 'page', values, at: 'sections' });
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
    act(() => screen.getByRole('button', { name: 'Move Questions and answers · One' }).focus());
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(changes).toEqual([{ op: 'move', at: 'sections[1]', to: 'sections[0]' }]);
  });

  test('has no more items than it may', () => {
    showHero({ poster: ['arch', 'eye', 'leaf', 'disc', 'column', 'arch'] });
    expect(screen.queryByRole('button', { name: 'Add another: Poster' })).toBeNull();
    expect(screen.getAllByRole('combobox', { name: /^Poster/ })).toHaveLength(6);
  });
});

test('entries of a table are listed by their keys, which stay', async () => {
  const values = { free: { name: 'Free' }, pro: { name: 'Pro', featured: 'true' } };
  const { user, changes } = showForm({ schema: 'plans', values });
  await user.click(screen.getByRole('button', { name: 'pro Pro' }));
  await user.click(screen.getByRole('switch', { name: 'Featured' }));
  expect(changes).toEqual([{ op: 'set', at: 'pro.featured', value: 'false', old: 'true' }]);
  await user.click(screen.getByRole('button', { name: 'Remove free' }));
  expect(changes.at(-1)).toEqual({ op: 'unset', at: 'free', old: { name: 'Free' } });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'pro Pro' }));
});

describe('what owners alone change', () => {
  const values = { name: 'Bakery', theme: { scheme: 'light' }, tagline: 'Bread' };
  test('is read by others, and says so', () => {
    showForm({ schema: 'site', values, isOwner: false });
    expect(screen.getByRole('textbox', { name: 'Name' }).closest('fieldset[disabled]') !== null).toBe(false);
    expect(screen.getByRole('button', { name: /^Theme/ }).closest('fieldset[disabled]') !== null).toBe(true);
    expect(screen.getAllByText('Only owners of the website can change this.').length).toBeGreaterThan(0);
  });

  test('is not offered to them', async () => {
    const { user } = showForm({ schema: 'site', values, isOwner: false });
    await user.click(screen.getByRole('button', { name: 'Add a field' }));
    expect(await screen.findByRole('menuitem', { name: /^Announcement/ })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /^Hosts/ })).toBeNull();
  });

  test('is locked wherever the form begins', () => {
    showForm({ schema: 'site', values, at: 'theme.scheme', focus: 'theme.scheme', isOwner: false });
    expect(screen.getByRole('combobox', { name: 'Scheme' }).closest('fieldset[disabled]') !== null).toBe(true);
  });

  test('is open to them', () => {
    showForm({ schema: 'site', values, at: 'theme.scheme', isOwner: true });
    expect(screen.getByRole('combobox', { name: 'Scheme' }).closest('fieldset[disabled]') !== null).toBe(false);
  });
});
