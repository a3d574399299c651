import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Page } from '../content/types.gen';
import { about, link, site } from '../test-data';
import { Header } from './Header';

function show(page: Page = about.page) {
  render(
    <MemoryRouter initialEntries={['/elsewhere']}>
      <SiteProvider value={site}>
        <Header page={page} />
      </SiteProvider>
    </MemoryRouter>,
  );
}

function scrollTo(top: number) {
  act(() => {
    window.scrollTo(0, top);
    fireEvent.scroll(window);
  });
}

// Links fetch their pages on intent; nothing answers here.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)));

afterEach(() => {
  window.scrollTo(0, 0);
  vi.unstubAllGlobals();
});

const menu = () => screen.getByRole('navigation', { name: 'Main navigation' });

describe('the bar at the top', () => {
  test('changes its look beyond 20 pixels of scrolling, and back', () => {
    show();
    const bar = screen.getByRole('banner');
    expect(bar.dataset.scrolled).toBeUndefined();
    scrollTo(20);
    expect(bar.dataset.scrolled).toBeUndefined();
    scrollTo(21);
    expect(bar.dataset.scrolled).toBe('true');
    scrollTo(0);
    expect(bar.dataset.scrolled).toBeUndefined();
  });

  test('has its look at once on a page that is loaded scrolled', () => {
    window.scrollTo(0, 300);
    show();
    expect(screen.getByRole('banner').dataset.scrolled).toBe('true');
  });

  test('marks the link of the page on display, whatever the address says', () => {
    show();
    expect(screen.getByRole('link', { name: 'About' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Products' }).hasAttribute('aria-current')).toBe(false);
  });

  test('takes the parts of the navigation that the page replaces', () => {
    show({ ...about.page, navigation: { action: link('Book Consultation', '/connect') } });
    expect(screen.getByRole('link', { name: 'Book Consultation' }).getAttribute('href')).toBe('/connect');
    expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Products' })).toBeTruthy();
  });
});

describe('the mobile menu', () => {
  test('is opened by a button that works without scripts', () => {
    show();
    const button = screen.getByRole('button', { name: 'Open menu' });
    expect(button.getAttribute('popovertarget')).toBe(menu().id);
    expect(menu().getAttribute('popover')).toBe('auto');
  });

  test('says whether it is open', () => {
    show();
    expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false');
    act(() => menu().showPopover());
    expect(screen.getByRole('button', { name: 'Close menu' }).getAttribute('aria-expanded')).toBe('true');
  });

  test('closes when a link is chosen', async () => {
    show();
    act(() => menu().showPopover());
    await userEvent.click(within(menu()).getByRole('link', { name: 'Products' }));
    expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false');
  });
});
