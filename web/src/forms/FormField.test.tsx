import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Form } from '../content/types.gen';
import { orderForm, site } from '../test-data';
import { ContactForm } from './ContactForm';
import { dropDrafts } from './drafts';
import { FormField } from './FormField';
import { validate } from './validate';

const page = (form = orderForm) => (
  <MemoryRouter>
    <SiteProvider value={site}>
      <ContactForm form={form} />
    </SiteProvider>
  </MemoryRouter>
);

let bodies: Record<string, string>[];
beforeEach(() => {
  dropDrafts();
  bodies = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return new Response('{"id":"1","reference":"K7M3-9QXA"}');
  });
});
afterEach(() => vi.unstubAllGlobals());

const isTicked = (box: HTMLElement) => (box as HTMLInputElement).checked;
const order = () => userEvent.click(screen.getByRole('button', { name: 'Order' }));

test('what is ticked and chosen is sent, several boxes each on a line, and a consent in its own words', async () => {
  render(page());
  await userEvent.click(screen.getByRole('radio', { name: 'Small' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Cream' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Nuts' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }));
  fireEvent.input(screen.getByRole('textbox', { name: /^Guests/ }), { target: { value: '4' } });
  await order();
  expect(bodies).toEqual([
    {
      site: 'business',
      form: 'order',
      type: 'contact',
      guests: '4',
      size: 'small',
      extras: 'cream\nnuts',
      news: '',
      terms: 'I agree that what I wrote is stored to answer me.',
    },
  ]);
});

test('a consent that is missing is named, and gets the focus', async () => {
  render(page());
  await order();
  const consent = screen.getByRole('checkbox', { name: /^I agree/ });
  expect(document.activeElement).toBe(consent);
  expect(document.getElementById(consent.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please agree, or we may not answer.',
  );
  expect(bodies).toEqual([]);
  await userEvent.click(consent);
  expect(consent.getAttribute('aria-invalid')).toBeNull();
});

test('what was ticked is there when the form comes back', async () => {
  const { unmount } = render(page());
  await userEvent.click(screen.getByRole('radio', { name: /^Large/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Nuts' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Send me/ }));
  unmount();
  render(page());
  expect(isTicked(screen.getByRole('radio', { name: /^Large/ }))).toBe(true);
  expect(isTicked(screen.getByRole('checkbox', { name: 'Nuts' }))).toBe(true);
  expect(isTicked(screen.getByRole('checkbox', { name: 'Cream' }))).toBe(false);
  expect(isTicked(screen.getByRole('checkbox', { name: /^Send me/ }))).toBe(true);
});

test('nobody has agreed to other words', async () => {
  const { rerender } = render(page());
  await userEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }));
  const fields = orderForm.fields.map((field) =>
    field.name === 'terms' ? { ...field, label: 'I agree to all.' } : field,
  );
  rerender(page({ ...orderForm, fields }));
  expect(isTicked(screen.getByRole('checkbox', { name: 'I agree to all.' }))).toBe(false);
});

test('the link of a consent is no part of its label', () => {
  render(page());
  expect(screen.getByRole('link', { name: 'Privacy policy' }).closest('label')).toBeNull();
});

test('boxes of one question are a group with its name, its hint and what is wrong', () => {
  const [, size] = orderForm.fields;
  if (!size) throw new Error('the form has no size');
  const html = renderToString(
    <MemoryRouter>
      <SiteProvider value={site}>
        <FormField error="Please choose." field={{ ...size, hint: 'Of the cake.' }} id="order-size" />
      </SiteProvider>
    </MemoryRouter>,
  );
  expect(html).toMatch(/<fieldset[^>]*aria-describedby="order-size-hint order-size-error"/);
  expect(html).toMatch(/<legend[^>]*>Size/);
  expect(html).toMatch(/<input[^>]*id="order-size"[^>]*>/);
});

test('numbers are checked as the server checks them', () => {
  const field = { name: 'n', type: 'number' as const, label: 'N', message: 'No.' };
  const fits = (bounds: object, n: string) =>
    Object.keys(validate({ ...orderForm, fields: [{ ...field, ...bounds }] }, { n })).length === 0;
  for (const value of ['', '0', '7', '٧', '１２']) expect(fits({}, value), value).toBe(true);
  for (const value of ['-1', '0.5', '?']) expect(fits({}, value), value).toBe(false);
  expect(fits({ min: 2, max: 12, step: '2' }, '4')).toBe(true);
  for (const value of ['1', '3', '14']) expect(fits({ min: 2, max: 12, step: '2' }, value), value).toBe(false);
  expect(fits({ step: '0.1' }, '0.3')).toBe(true);
  expect(fits({ step: '0.1' }, '0.25')).toBe(false);
});

test('a number is typed as text, which no browser reads as another one, on a keyboard of digits', async () => {
  render(page());
  const guests = screen.getByRole<HTMLInputElement>('textbox', { name: /^Guests/ });
  expect(guests.type).toBe('text');
  expect(guests.inputMode).toBe('decimal');
  await userEvent.type(guests, '4,0');
  await userEvent.click(screen.getByRole('radio', { name: 'Small' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }));
  await order();
  expect(bodies).toMatchObject([{ guests: '4,0' }]);
});

test('a number that may be negative has a keyboard with a minus', () => {
  render(page({ ...orderForm, fields: [{ name: 'n', type: 'number', label: 'Degrees', min: -5 }] }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Degrees/ }).inputMode).toBe('text');
});

test('only numbers that mean the same in all languages are checked before they are sent', () => {
  const fields = [{ name: 'n', type: 'number' as const, label: 'N', min: 2, max: 100, step: '0.01', message: 'No.' }];
  const fits = (n: string) => Object.keys(validate({ ...orderForm, fields }, { n })).length === 0;
  for (const value of ['12,50', '12.5', '007', '1.234', '1,234.50', '1\u202f234', '١٢', '12 €'])
    expect(fits(value), value).toBe(true);
  for (const value of ['1,50', '100.01', '-5', '-', 'two']) expect(fits(value), value).toBe(false);
});

const photoForm: Form = {
  ...orderForm,
  id: 'photo',
  fields: [
    { name: 'name', type: 'text', label: 'Name', required: true, message: 'Your name?' },
    {
      name: 'photo',
      type: 'file',
      label: 'Photo',
      max: 2,
      megabytes: 1,
      acceptTypes: 'image/png,.png',
      tooLarge: 'At most 1 MB.',
    },
  ],
};
const png = (name: string, size = 4) => new File([new Uint8Array(size)], name, { type: 'image/png' });
const photo = () => screen.getByLabelText(/^Photo/) as HTMLInputElement;

test('files go as a browser would send them, with what was typed', async () => {
  let sent: RequestInit | undefined;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent = init;
    return new Response('{"id":"1","reference":"K7M3-9QXA"}');
  });
  render(page(photoForm));
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } });
  await userEvent.upload(photo(), [png('one.png'), png('two.png')]);
  await order();
  const body = sent?.body as FormData;
  expect(body.get('form')).toBe('photo');
  expect(body.get('name')).toBe('Ada');
  expect(body.getAll('photo').map((file) => (file as File).name)).toEqual(['one.png', 'two.png']);
  expect(new Headers(sent?.headers).has('Content-Type')).toBe(false);
});

test('a file that is too large is not sent', async () => {
  render(page(photoForm));
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } });
  await userEvent.upload(photo(), png('one.png', 1_000_001));
  await order();
  expect(document.getElementById('photo-photo-error')?.textContent).toBe('At most 1 MB.');
  expect(bodies).toEqual([]);
});

test('without a script a form with files is sent as such', () => {
  const html = renderToString(page(photoForm));
  expect(html).toContain('encType="multipart/form-data"');
  expect(html).toMatch(/<input[^>]*accept="image\/png,.png"[^>]*multiple=""[^>]*type="file"/);
  expect(renderToString(page())).not.toContain('encType');
});
