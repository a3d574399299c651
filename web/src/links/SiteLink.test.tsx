import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Link } from '../content/types.gen';
import { link, site } from '../test-data';
import { Actions } from './Actions';
import { SiteLink } from './SiteLink';

function show(given: Link) {
  render(
    <MemoryRouter>
      <SiteProvider value={site}>
        <SiteLink link={given} />
      </SiteProvider>
    </MemoryRouter>,
  );
  return screen.getByRole('link');
}

describe('a link of the content', () => {
  test('leads to a page of the site', () => {
    expect(show(link('About', '/about')).getAttribute('href')).toBe('/about');
  });

  test('leads to another site by the browser', () => {
    const element = show(link('Websites', '/websites/business', { kind: 'site' }));
    expect(element.getAttribute('href')).toBe('/websites/business');
    expect(element.hasAttribute('target')).toBe(false);
  });

  test('leads to an anchor and to a mail address', () => {
    expect(show(link('Products', '#products', { kind: 'anchor' })).getAttribute('href')).toBe('#products');
  });

  test('shows an address that breaks before its @, if anywhere', () => {
    const shown = show(link('hello@oatfield.example', 'mailto:hello@oatfield.example', { kind: 'contact' }));
    expect(shown.innerHTML).toBe('<bdi>hello<wbr>@oatfield.example</bdi>');
  });

  test('writes a mail', () => {
    expect(show(link('Mail', 'mailto:a@b.example', { kind: 'contact' })).getAttribute('href')).toBe(
      'mailto:a@b.example',
    );
  });

  test('opens another website in a new tab without opener, and says so', () => {
    const element = show(link('Store', 'https://apps.example/promptify', { kind: 'external' }));
    expect(element.getAttribute('target')).toBe('_blank');
    expect(element.getAttribute('rel')).toBe('noopener');
    expect(element.textContent).toBe('Store (opens in a new tab)');
  });

  test('without a target it is marked as not available, can be focused and says why', () => {
    const element = show(link('Careers'));
    expect(element.tagName).toBe('SPAN');
    expect(element.getAttribute('aria-disabled')).toBe('true');
    expect(element.hasAttribute('href')).toBe(false);
    expect(element.tabIndex).toBe(0);
    const description = document.getElementById(element.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Not available yet');
  });

  test('with a hint it is described by it', () => {
    const element = show(link('Try', '/contact', { hint: 'Free of charge' }));
    expect(document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Free of charge');
  });
});

test('the first action is the primary button, others are secondary, and a style of its own wins', () => {
  render(
    <MemoryRouter>
      <SiteProvider value={site}>
        <Actions links={[link('One', '/1'), link('Two', '/2'), link('Three', '/3', { style: 'ghost' })]} />
      </SiteProvider>
    </MemoryRouter>,
  );
  const classes = screen.getAllByRole('link').map((element) => element.className);
  expect(classes[0]).toContain('primary');
  expect(classes[1]).toContain('secondary');
  expect(classes[2]).toContain('ghost');
});
