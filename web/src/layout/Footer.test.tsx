import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Footer as Content } from '../content/types.gen';
import { about, link, site } from '../test-data';
import { Footer } from './Footer';
import { Wordmark } from './Wordmark';

function show(footer: Content, page = about.page) {
  render(
    <MemoryRouter>
      <SiteProvider value={{ ...site, footer }}>
        <Footer page={page} />
      </SiteProvider>
    </MemoryRouter>,
  );
  return within(screen.getByRole('contentinfo'));
}

test('the sites of the company lead to their first pages, and the one on display is marked', () => {
  const footer = show({
    sites: [
      { link: link('Evenlight', '/'), tagline: 'Tools', current: true },
      { link: link('Evenlight Business', '/websites/business', { kind: 'site' }), tagline: 'Websites' },
    ],
  });
  const sites = within(footer.getByRole('list'));
  expect(sites.getByRole('link', { current: true }).textContent).toBe('Evenlight');
  expect(sites.getByRole('link', { name: 'Evenlight Business', current: false }).getAttribute('href')).toBe(
    '/websites/business',
  );
  expect(sites.getByText('Websites')).toBeTruthy();
});

test('a footer without links, sites and words is the name of the site alone', () => {
  const footer = show({});
  expect(footer.queryByRole('list')).toBeNull();
  expect(footer.queryByRole('navigation')).toBeNull();
  expect(footer.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Evenlight']);
});

test('a small footer is its last line alone', () => {
  const content = {
    text: 'Tools',
    columns: [{ title: 'Company', links: [link('About', '/about')] }],
    sites: [{ link: link('Evenlight', '/'), current: true }],
    copyright: '© Evenlight',
    links: [link('Privacy', '/privacy-policy')],
  };
  const footer = show(content, { ...about.page, footer: 'small' });
  expect(footer.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Privacy']);
  expect(screen.getByRole('contentinfo').textContent).toBe('© EvenlightPrivacy');
});

test('a name begins at the margin, also where its first letter has no room at its side', () => {
  const startOf = (name: string) => {
    const { container, unmount } = render(
      <SiteProvider value={{ ...site, name }}>
        <Wordmark />
      </SiteProvider>,
    );
    const start = Number(container.querySelector('text')?.getAttribute('x'));
    unmount();
    return start;
  };
  expect(startOf('Evenlight')).toBe(-7);
  expect(startOf('Your Company')).toBe(-1);
});
