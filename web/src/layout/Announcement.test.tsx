import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Announcement as Words } from '../content/types.gen';
import { link, site } from '../test-data';
import { Announcement } from './Announcement';

function show(announcement?: Words) {
  return render(
    <MemoryRouter>
      <SiteProvider value={{ ...site, announcement }}>
        <Announcement />
      </SiteProvider>
    </MemoryRouter>,
  );
}

test('an announcement is a landmark of its own words, and a link where it leads somewhere', () => {
  show({ text: 'Closed on Friday', link: link('Closed on Friday', '/hours') });
  expect(screen.getByRole('region', { name: /^Closed on Friday/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Closed on Friday' }).getAttribute('href')).toBe('/hours');
});

test('an announcement that leads nowhere is no link', () => {
  show({ text: 'Closed on Friday' });
  expect(screen.getByText('Closed on Friday')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('there is nothing where nothing is announced', () => {
  expect(show().container.innerHTML).toBe('');
});
