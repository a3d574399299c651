import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Page, Site } from '../content/types.gen';
import { about, site } from '../test-data';
import { Footer } from './Footer';
import { Header } from './Header';

const languages = [
  { tag: 'en', name: 'English', home: '/' },
  { tag: 'de', name: 'Deutsch', home: '/de' },
  { tag: 'ar', name: 'العربية', home: '/ar' },
];
const translations = [
  { language: 'en', href: '/about' },
  { language: 'de', href: '/de/wer-wir-sind' },
];

function show(value: Partial<Site>, page: Page) {
  render(
    <MemoryRouter>
      <SiteProvider value={{ ...site, ...value }}>
        <Header page={page} />
        <Footer page={page} />
      </SiteProvider>
    </MemoryRouter>,
  );
}

test.each(['bar', 'footer'] as const)('the %s leads to the page in each language, or to its first page', (place) => {
  show({ language: 'en', switcher: { [place]: true, languages } }, { ...about.page, translations });
  const part = within(screen.getByRole(place === 'bar' ? 'banner' : 'contentinfo'));
  const leads = part.getAllByText(/English|Deutsch|العربية/, { selector: 'a' });
  expect(leads.map((link) => link.getAttribute('href'))).toEqual(['/about', '/de/wer-wir-sind', '/ar']);
  expect(leads.map((link) => link.getAttribute('lang'))).toEqual(['en', 'de', 'ar']);
  expect(leads.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, null]);
});

test('a site without a choice of languages shows none', () => {
  show({}, { ...about.page, translations });
  expect(screen.queryByText('Deutsch')).toBeNull();
});
