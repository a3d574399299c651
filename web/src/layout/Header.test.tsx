import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { NavigationLink, Page } from '../content/types.gen';
import { followMenu } from '../start/menu';
import { about, link, site } from '../test-data';
import { Header } from './Header';

function show(page: Page = about.page, value = site) {
  render(
    <MemoryRouter initialEntries={['/elsewhere']}>
      <SiteProvider value={value}>
        <Header page={page} />
      </SiteProvider>
    </MemoryRouter>,
  );
}

beforeAll(followMenu);

// Links fetch their pages on intent; nothing answers here.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)));

afterEach(() => vi.unstubAllGlobals());

const menu = () => screen.getByRole('navigation', { name: 'Main navigation' });

describe('the bar at the top', () => {
  test('marks the link of the page on display, whatever the address says', () => {
    show();
    expect(screen.getByRole('link', { name: 'About' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Products' }).hasAttribute('aria-current')).toBe(false);
  });

  test('marks the section that the page is in, but not the first page, which all are below', () => {
    const links = [link('Home', '/web'), link('Products', '/web/products'), link('Product', '/web/product')];
    const own = { ...site, path: '/web', navigation: { ...site.navigation, links } };
    show({ ...about.page, path: '/web/products/lamp' }, own);
    const marks = within(menu())
      .getAllByRole('link')
      .map((line) => line.getAttribute('aria-current'));
    expect(marks).toEqual([null, 'true', null, null]);
  });

  test('takes the parts of the navigation that the page replaces', () => {
    show({ ...about.page, navigation: { action: link('Book Consultation', '/connect') } });
    expect(screen.getByRole('link', { name: 'Book Consultation' }).getAttribute('href')).toBe('/connect');
    expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Products' })).toBeTruthy();
  });
});

describe('the bar of a landing page', () => {
  const switcher = { bar: true, footer: true, languages: [{ tag: 'en', name: 'English', home: '/' }] };
  const multilingual = { ...site, language: 'en', switcher };

  test('has no links where the page lists none', () => {
    show({ ...about.page, navigation: { links: [] } });
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('link', { name: 'Contact' })).toBeTruthy();
  });

  test('has the name of the site alone where the page has none of the navigation', () => {
    show({ ...about.page, navigation: { site: 'none', logo: link('Evenlight', '/') } }, multilingual);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Evenlight']);
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

describe('a menu of the bar', () => {
  const services: NavigationLink = {
    ...link('Services', '/services'),
    links: [link('About us', '/about'), link('Prices', '/prices')],
  };
  const shown = () =>
    show(about.page, { ...site, navigation: { ...site.navigation, links: [services, link('News', '/news')] } });
  const details = () => screen.getByText('Services', { selector: 'summary' }).closest('details') as HTMLDetailsElement;

  test('opens without a script, and begins with where its own link leads', () => {
    shown();
    const names = within(details())
      .getAllByRole('link', { hidden: true })
      .map((line) => `${line.textContent} ${line.getAttribute('href')}`);
    expect(names).toEqual(['Services /services', 'About us /about', 'Prices /prices']);
    expect(within(details()).getByText('About us').getAttribute('aria-current')).toBe('page');
  });

  test('closes by Escape, and the focus goes back to it', async () => {
    shown();
    details().open = true;
    within(details()).getByRole('link', { name: 'Prices' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(details().open).toBe(false);
    expect(document.activeElement?.tagName).toBe('SUMMARY');
  });

  test('closes by a click elsewhere, and when the focus goes on in the bar', async () => {
    shown();
    details().open = true;
    fireEvent.pointerDown(document.body);
    expect(details().open).toBe(false);
    details().open = true;
    within(details()).getByRole('link', { name: 'Prices' }).focus();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('News');
    expect(details().open).toBe(false);
  });
});
