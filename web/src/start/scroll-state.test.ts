import { expect, test } from 'vitest';
import { followScroll } from './scroll-state';

const isScrolled = () => document.documentElement.hasAttribute('data-scrolled');

test('a page is scrolled beyond 20 pixels, at once where it is loaded so', () => {
  window.scrollTo(0, 300);
  followScroll();
  expect(isScrolled()).toBe(true);
  for (const [top, scrolled] of [
    [20, false],
    [21, true],
    [0, false],
  ] as const) {
    window.scrollTo(0, top);
    window.dispatchEvent(new Event('scroll'));
    expect(isScrolled(), `${top} pixels`).toBe(scrolled);
  }
});
