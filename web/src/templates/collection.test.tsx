import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { EntryCard, Page } from '../content/types.gen';
import { link, site } from '../test-data';
import { PageTemplate } from './PageTemplate';

const card = (label: string): EntryCard => ({ kind: 'article', link: link(label, `/blog/${label}`) });
const head = { title: 'One' };

function show(page: Page) {
  return render(
    <MemoryRouter>
      <SiteProvider
        value={{
          ...site,
          labels: { ...site.labels, newer: 'Newer', older: 'Older', past: 'Past', upcoming: 'Upcoming' },
        }}
      >
        <PageTemplate page={page} />
      </SiteProvider>
    </MemoryRouter>,
  );
}

describe('an entry', () => {
  const page: Page = {
    title: 'One',
    template: 'page',
    path: '/blog/one',
    head,
    summary: 'About one.',
    markdown: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'Words.' }] }],
    entry: {
      kind: 'article',
      list: link('Blog', '/blog'),
      date: '2026-11-01',
      dateText: 'November 1, 2026',
      readingTime: '1 min read',
      older: link('Zero', '/blog/zero'),
      related: [card('other')],
    },
  };

  it('has its title, its day and its text, and leads to the list, to older and to related ones', () => {
    show(page);
    expect(screen.getByRole('heading', { level: 1, name: 'One' })).toBeTruthy();
    expect(screen.getByText('November 1, 2026')).toHaveProperty('attributes.datetime.value', '2026-11-01');
    expect(screen.getByText('Words.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Blog' })).toHaveProperty('attributes.href.value', '/blog');
    const turn = screen.getByRole('navigation', { name: 'Blog' });
    expect(within(turn).getByRole('link')).toHaveProperty('attributes.href.value', '/blog/zero');
    expect(screen.getByRole('link', { name: 'other' })).toHaveProperty('attributes.href.value', '/blog/other');
  });

  it('says when an event is, and that it is over', () => {
    show({
      ...page,
      facts: [{ label: 'Place', value: 'Northville' }],
      entry: {
        kind: 'event',
        list: link('Events', '/events'),
        starts: '2026-11-01',
        when: 'November 1, 2026',
        past: true,
      },
    });
    expect(screen.getByText('Past')).toBeTruthy();
    expect(screen.getByText('November 1, 2026')).toHaveProperty('attributes.datetime.value', '2026-11-01');
    expect(screen.getByText('Northville')).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('a list', () => {
  const page: Page = { title: 'Events', template: 'page', path: '/events', head };

  it('tells events to come from those that are over', () => {
    show({
      ...page,
      list: { kind: 'event', title: 'Events', items: [card('soon')], past: [card('gone')], number: 1, count: 1 },
    });
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Events',
      'Upcoming',
      'soon',
      'Past',
      'gone',
    ]);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('leads to its other pages, and marks the tag that it is of', () => {
    show({
      ...page,
      list: {
        kind: 'article',
        title: 'Speed',
        items: [card('fast')],
        tags: [link('Speed', '/blog/tags/speed'), link('Forms', '/blog/tags/forms')],
        number: 2,
        count: 3,
        newer: link('Newer', '/blog'),
        older: link('Older', '/blog/page/3'),
      },
    });
    expect(screen.getByRole('link', { name: 'Newer' })).toHaveProperty('attributes.href.value', '/blog');
    expect(screen.getByRole('link', { name: 'Older' })).toHaveProperty('attributes.href.value', '/blog/page/3');
    expect(screen.getByText('2 / 3')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Speed' })).toHaveProperty('attributes.aria-current.value', 'page');
    expect(screen.getByRole('link', { name: 'Forms' })).not.toHaveProperty('attributes.aria-current');
  });
});
