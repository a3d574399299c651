// A frame of about:blank loads nothing.
// @vitest-environment-options { "settings": { "enableIframePageLoading": true } }

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Embed } from '../content/types.gen';
import { site } from '../test-data';
import { EmbedSection } from './EmbedSection';

const href = 'about:blank#booking';
const booking: Embed = {
  title: 'Book a Table',
  name: 'Book a Table',
  player: href,
  link: { label: 'tables.example', kind: 'external', href },
  host: 'tables.example',
  show: 'Show content',
  note: 'Your browser connects to tables.example only then.',
  height: 700,
};
const page = (of: Embed) => (
  <MemoryRouter>
    <SiteProvider value={site}>
      <EmbedSection {...of} />
    </SiteProvider>
  </MemoryRouter>
);

test('without a script the card leads there in a new tab, and nothing is loaded', () => {
  const html = renderToString(page(booking));
  expect(html).toContain(`href="${href}" rel="noopener" target="_blank"`);
  expect(html).toContain('tables.example');
  expect(html).not.toContain('<iframe');
});

test('a click loads the frame in its sandbox, which has the focus, and a link stays', async () => {
  render(page(booking));
  expect(document.querySelector('iframe')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /Book a Table.*tables\.example.*Show content/ }));
  const frame = screen.getByTitle<HTMLIFrameElement>('Book a Table');
  expect(frame.getAttribute('sandbox')?.split(' ').sort()).toEqual([
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
  ]);
  expect(frame.getAttribute('referrerpolicy')).toBe('strict-origin');
  expect(frame.getAttribute('allow')).toBe('fullscreen');
  expect(frame.getAttribute('height')).toBe('700');
  expect(frame.getAttribute('src')).toBe(href);
  expect(document.activeElement).toBe(frame);
  expect(screen.getByRole('link', { name: /tables\.example/ }).getAttribute('href')).toBe(href);
});

test('a film has no sandbox, and may play by itself', async () => {
  render(page({ name: 'A film', player: 'about:blank', link: { label: 'A film', kind: 'external', href } }));
  await userEvent.click(screen.getByRole('button', { name: 'A film' }));
  const frame = screen.getByTitle('A film');
  expect(frame.getAttribute('allow')).toContain('autoplay');
  expect(frame.hasAttribute('sandbox')).toBe(false);
});
