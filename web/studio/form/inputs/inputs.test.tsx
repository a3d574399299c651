import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../api/types';
import { showForm } from '../test-form';

/** A form of one value of a page, or of a section of it. */
const showValue = (key: string, value: Value, options = {}) =>
  showForm({
    schema: 'page',
    values: { title: 'Home', [key]: value },
    at: key,
    file: 'main/pages/index.yaml',
    ...options,
  });
const showSection = (type: string, body: Value, options = {}) => {
  const at = `sections[0].${type}`;
  return {
    at,
    ...showForm({
      schema: 'page',
      values: { sections: [{ [type]: body }] },
      at,
      file: 'main/pages/a.yaml',
      ...options,
    }),
  };
};
const set = (at: string, value: Value, old: Value) => ({ op: 'set', at, value, old });

test('a switch writes true and false', async () => {
  const { user, changes } = showValue('draft', 'true');
  await user.click(screen.getByRole('switch', { name: 'Draft', checked: true }));
  expect(changes).toEqual([set('draft', 'false', 'true')]);
});

test('a choice is one of the schema, and what is none of them stays until then', async () => {
  const { user, changes } = showValue('template', 'pge');
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Template' });
  expect(select.value).toBe('pge');
  await user.selectOptions(select, 'Legal');
  expect(changes).toEqual([set('template', 'legal', 'pge')]);
});

test('a number is typed with the keys of numbers, and sent as text', async () => {
  const { user, changes } = showSection('cards', { columns: '3', items: [] });
  const columns = screen.getByRole<HTMLInputElement>('textbox', { name: 'Columns' });
  expect(columns.inputMode).toBe('numeric');
  await user.clear(columns);
  await user.type(columns, '2');
  expect(changes.map(({ value }) => value)).toEqual(['', '2']);
});

describe('a price', () => {
  const values = { pro: { name: 'Pro', price: { amount: '2.99', currency: 'USD', period: 'month' } } };
  test('has an amount, one of the currencies, and what it is paid for', async () => {
    const { user, changes } = showForm({ schema: 'plans', values, at: 'pro', focus: 'pro.price.amount' });
    const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    expect(document.activeElement).toBe(amount);
    expect(amount.inputMode).toBe('decimal');
    await user.type(amount, '0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'EUR · Euro');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Year');
    expect(changes).toEqual([
      set('pro.price.amount', '2.990', '2.99'),
      set('pro.price.currency', 'EUR', 'USD'),
      set('pro.price.period', 'year', 'month'),
    ]);
  });
});

test.each([
  ['plans', 'price.currency', 'combobox', 'Currency'],
  ['plans', 'price.amount', 'textbox', 'Amount'],
  ['locations', 'image.src', 'button', 'images/shop.jpg'],
  ['locations', 'image.alt', 'textbox', 'Description of the picture'],
])('the form of a value of %s such as %s is that of what it is one with', (schema, path, role, name) => {
  const shop = { price: { amount: '24', currency: 'GBP' }, image: { src: 'images/shop.jpg', alt: '' } };
  showForm({ schema, values: { shop }, at: `shop.${path}`, focus: `shop.${path}` });
  expect(document.activeElement).toBe(screen.getByRole(role, { name }));
});

describe('a date', () => {
  test('is a day and a time', () => {
    const { changes } = showValue('publishAt', '2026-12-01 9:00');
    const time = screen.getByLabelText<HTMLInputElement>('Visible from: Time');
    expect(time.value).toBe('09:00');
    fireEvent.change(screen.getByLabelText('Visible from'), { target: { value: '2026-12-24' } });
    fireEvent.change(time, { target: { value: '18:30' } });
    fireEvent.change(time, { target: { value: '' } });
    expect(changes.map(({ value }) => value)).toEqual(['2026-12-24 9:00', '2026-12-24 18:30', '2026-12-24']);
  });

  test('has no time where the schema takes none', () => {
    showValue('date', '2026-12-01');
    expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-12-01');
    expect(screen.queryByLabelText('Date: Time')).toBeNull();
  });

  test('that is left half typed stays what it was', () => {
    const { changes } = showValue('date', '2026-12-01');
    const input = screen.getByLabelText<HTMLInputElement>('Date');
    fireEvent.change(input, { target: { value: '' } });
    expect(input.value).toBe('');
    fireEvent.blur(input);
    expect(input.value).toBe('2026-12-01');
    expect(changes).toEqual([]);
  });

  test.each(['{{today}}', '2026-12-01T09:00:00-05:00', 'soon'])('written as %s is a text', (value) => {
    showValue('publishAt', value);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Visible from' }).value).toBe(value);
  });
});

describe('opening hours', () => {
  const showHours = (hours: Value) =>
    showForm({
      schema: 'locations',
      values: { shop: { name: 'Shop', hours } },
      at: 'shop.hours[0]',
      focus: 'shop.hours[0]',
    });

  test('are the days of a week', () => {
    showHours(['Tu-Fr 07:00-13:00, 14:00-17:30', 'Sa by appointment']);
    const days = screen
      .getAllByRole<HTMLSelectElement>('combobox')
      .map((each) => [each.getAttribute('aria-label'), each.selectedOptions[0]?.text]);
    expect(days).toEqual([
      ['Monday', 'Closed'],
      ['Tuesday', 'Open'],
      ['Wednesday', 'Open'],
      ['Thursday', 'Open'],
      ['Friday', 'Open'],
      ['Saturday', 'By appointment'],
      ['Sunday', 'Closed'],
    ]);
    expect(screen.getAllByLabelText<HTMLInputElement>('Tuesday until').map(({ value }) => value)).toEqual([
      '13:00',
      '17:30',
    ]);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Tuesday' }));
  });

  test('change on one day, and leave the others', () => {
    const { changes } = showHours(['Tu-Fr 07:00-13:00', 'Sa 07:00-14:00']);
    fireEvent.change(screen.getByLabelText('Thursday from'), { target: { value: '08:00' } });
    expect(changes).toEqual([
      set('shop.hours[0]', 'Tu-We,Fr 07:00-13:00', 'Tu-Fr 07:00-13:00'),
      { op: 'insert', at: 'shop.hours[1]', value: 'Th 08:00-13:00' },
    ]);
    fireEvent.change(screen.getByLabelText('Thursday from'), { target: { value: '07:00' } });
    expect(changes.slice(2)).toEqual([
      set('shop.hours[0]', 'Tu-Fr 07:00-13:00', 'Tu-We,Fr 07:00-13:00'),
      { op: 'remove', at: 'shop.hours[1]', old: 'Th 08:00-13:00' },
    ]);
  });

  test('open and close a day, and have a break', async () => {
    const { user, changes } = showHours(['Mo 09:00-12:00']);
    await user.click(screen.getByRole('button', { name: 'Add hours: Monday' }));
    expect(changes.at(-1)?.value).toBe('Mo 09:00-12:00, 13:00-16:00');
    await user.click(screen.getByRole('button', { name: 'Remove Monday 13:00–16:00' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sunday' }), 'By appointment');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Monday' }), 'Closed');
    expect(changes.slice(-2)).toEqual([
      { op: 'insert', at: 'shop.hours[1]', value: 'Su by appointment' },
      { op: 'remove', at: 'shop.hours[0]', old: 'Mo 09:00-12:00' },
    ]);
  });

  test('may end at midnight', () => {
    const { changes } = showHours(['Fr 18:00-23:00']);
    fireEvent.change(screen.getByLabelText('Friday until'), { target: { value: '00:00' } });
    expect(changes.at(-1)?.value).toBe('Fr 18:00-24:00');
    expect(screen.getByLabelText<HTMLInputElement>('Friday until').value).toBe('00:00');
  });

  test('that are not there yet begin with a week that is closed', async () => {
    const { user, changes } = showForm({
      schema: 'locations',
      values: { shop: { name: 'Shop', hours: null } },
      at: 'shop.hours',
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Monday' }), 'Open');
    expect(changes).toEqual([set('shop.hours', ['Mo 09:00-17:00'], null)]);
  });

  test('that no week can show are lines of text', () => {
    const hours = ['Mo-Fr {{facts.hours}}', 'Sa 08:00-12:00'];
    showForm({ schema: 'locations', values: { shop: { hours } }, at: 'shop.hours' });
    expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
      'Mo-Fr {{facts.hours}}',
      'Sa 08:00-12:00',
    ]);
  });
});

describe('an icon', () => {
  const choices = { icons: [{ name: 'clock' }, { name: 'clock-alert' }, { name: 'flame' }] };
  test('is found by typing, and written once it is chosen', async () => {
    const { user, changes } = showSection(
      'tiles',
      { items: [{ icon: 'bike', title: 'A' }] },
      { choices, focus: 'sections[0].tiles.items[0].icon' },
    );
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Icon' });
    expect(input.value).toBe('bike');
    await user.clear(input);
    await user.type(input, 'cloc');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent?.trim())).toEqual([
      'clock',
      'clock-alert',
    ]);
    expect(changes).toEqual([]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(changes).toEqual([set('sections[0].tiles.items[0].icon', 'clock', 'bike')]);
  });

  test('that was cleared and left stays', async () => {
    const { user, changes } = showSection(
      'tiles',
      { items: [{ icon: 'bike', title: 'A' }] },
      { choices, focus: 'sections[0].tiles.items[0].icon' },
    );
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Icon' });
    await user.clear(input);
    await user.tab();
    expect(changes).toEqual([]);
    expect(input.value).toBe('bike');
  });
});

describe('a reference', () => {
  const choices = {
    references: {
      products: [
        { id: 'loaf', title: 'Mill Loaf' },
        { id: 'roll', title: 'Morning Roll' },
      ],
    },
  };
  test('is chosen by its title, and leads to its home', async () => {
    const { user, changes, onOpen } = showSection('hero', { title: 'A', product: 'loaf' }, { choices });
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Product' });
    expect(input.value).toBe('Mill Loaf');
    await user.click(screen.getByRole('button', { name: 'Open Mill Loaf' }));
    expect(onOpen).toHaveBeenCalledWith({ file: 'main/products.yaml', at: 'loaf' });
    await user.clear(input);
    await user.type(input, 'roll');
    await user.click(await screen.findByRole('option', { name: /^Morning Roll/ }));
    expect(changes).toEqual([set('sections[0].hero.product', 'roll', 'loaf')]);
  });
});

describe('a link', () => {
  const choices = {
    links: [
      { to: '/about', title: 'Who we are' },
      { to: '/order', title: 'Order' },
    ],
  };
  const back = { label: 'Back', to: '/' };
  test('is a page, found by its title', async () => {
    const { user, changes } = showValue('back', back, { choices });
    const input = screen.getByRole('combobox', { name: 'Leads to' });
    await user.clear(input);
    await user.type(input, 'who');
    await user.click(await screen.findByRole('option', { name: 'Who we are /about' }));
    expect(changes.at(-1)).toEqual(set('back.to', '/about', 'who'));
  });

  test('or any address', async () => {
    const { user, changes } = showValue('back', back, { choices });
    const input = screen.getByRole('combobox', { name: 'Leads to' });
    await user.clear(input);
    await user.type(input, 'tel:1');
    expect(changes.at(-1)).toEqual(set('back.to', 'tel:1', 'tel:'));
  });
});

describe('a picture', () => {
  const choices = { pictures: ['images/shop.jpg', 'images/team.jpg'] };
  test('is chosen from those of the site', async () => {
    const { user, changes } = showValue('image', 'images/shop.jpg', { choices });
    const former = document.querySelector('img');
    await user.click(screen.getByRole('button', { name: 'images/shop.jpg' }));
    const dialog = await screen.findByRole('dialog', { name: 'Image: Choose a picture' });
    expect(within(dialog).getByRole('button', { name: 'shop.jpg', pressed: true })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'team.jpg' }));
    expect(changes).toEqual([set('image', 'images/team.jpg', 'images/shop.jpg')]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('img')).not.toBe(former); // which would stay until the other one is there
  });

  test('gets keys with what it shows, while one types', async () => {
    const { user, changes } = showValue('image', 'images/shop.jpg', { choices });
    await user.type(screen.getByRole('textbox', { name: 'Description of the picture' }), 'Us');
    expect(changes).toEqual([
      set('image', { src: 'images/shop.jpg', alt: 'U' }, 'images/shop.jpg'),
      set('image.alt', 'Us', 'U'),
    ]);
  });

  test('with keys keeps them', async () => {
    const { user, changes } = showValue(
      'image',
      { src: 'images/shop.jpg', alt: 'The shop', phone: 'images/team.jpg' },
      { choices },
    );
    await user.click(screen.getByRole('button', { name: 'Phone' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'shop.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
    expect(changes).toEqual([
      set('image.phone', 'images/shop.jpg', 'images/team.jpg'),
      { op: 'unset', at: 'image.phone', old: 'images/shop.jpg' },
    ]);
  });

  test('of a gallery may be its file alone', async () => {
    const { user, changes, at } = showSection(
      'gallery',
      { items: ['images/shop.jpg'] },
      { choices, focus: 'sections[0].gallery.items[0]' },
    );
    await user.type(screen.getByRole('textbox', { name: 'Description of the picture' }), 'A');
    expect(changes).toEqual([set(`${at}.items[0]`, { src: 'images/shop.jpg', alt: 'A' }, 'images/shop.jpg')]);
  });
});

describe('a colour', () => {
  const showColour = (primary: string) =>
    showForm({ schema: 'site', values: { theme: { colors: { primary } } }, at: 'theme.colors.primary' });

  test('is chosen where it is written in hex', () => {
    const { changes } = showColour('#0033FF');
    const choice = screen.getByLabelText<HTMLInputElement>('Primary: Colour');
    expect(choice.value).toBe('#0033ff');
    fireEvent.change(choice, { target: { value: '#ff0000' } });
    expect(changes).toEqual([set('theme.colors.primary', '#ff0000', '#0033FF')]);
  });

  test('is typed in any case', async () => {
    const { user, changes } = showColour('oklch(0.4 0.1 20)');
    expect(screen.queryByLabelText('Primary: Colour')).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Primary' }), ' ');
    expect(changes).toHaveLength(1);
  });
});
