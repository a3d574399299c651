import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import { sampleImage } from '../sample-image';
import { site } from '../test-data';
import { GallerySection } from './GallerySection';

const labels = { ...site.labels, close: 'Close', previous: 'Previous', next: 'Next' };
const items = ['Yard', 'Shop', 'Oven'].map((alt, index) => ({
  ...sampleImage(300, 300, alt),
  large: { ...sampleImage(900 + index, 600, alt), url: `/images/${alt}.jpg` },
  ...(alt === 'Shop' ? { caption: 'Open since 1912' } : {}),
}));

const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  // happy-dom lays nothing out: where the strip is scrolled to is what was asked for last.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    const strip = this.parentElement as Element;
    const index = [...strip.children].indexOf(this);
    scrolled(index);
    Object.defineProperties(strip, {
      clientWidth: { value: 100, configurable: true },
      scrollLeft: { value: 100 * index, configurable: true },
    });
    fireEvent.scroll(strip);
  });
});

const draw = () =>
  render(
    <SiteProvider value={{ ...site, labels }}>
      <GallerySection items={items} title="Our bakery" />
    </SiteProvider>,
  );

test('every picture is a link to itself in large', () => {
  draw();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    items.map(({ large }) => large.url),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a click opens it above the page, arrow keys and buttons lead on, and Escape closes it', async () => {
  draw();
  await userEvent.click(screen.getByRole('link', { name: 'Shop' }));
  const dialog = await screen.findByRole('dialog', { name: 'Our bakery' });
  expect(dialog.textContent).toContain('2 / 3');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(dialog.textContent).toContain('3 / 3');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  fireEvent.keyDown(dialog, { key: 'Home' });
  expect(dialog.textContent).toContain('1 / 3');
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' });
  expect(dialog.textContent).toContain('1 / 3');
  fireEvent.keyDown(dialog, { key: 'ArrowRight' });
  expect(dialog.textContent).toContain('2 / 3');
  expect(dialog.textContent).toContain('Open since 1912');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a click with a key held down is left to the browser', async () => {
  draw();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  screen.getByRole('link', { name: 'Yard' }).dispatchEvent(click);
  expect(screen.queryByRole('dialog')).toBeNull();
});
