import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Markdown } from './Markdown';

const text = (words: string) => ({ kind: 'text', text: words });

it('draws what looks like HTML as the words that they are', () => {
  render(
    <Markdown
      nodes={[{ kind: 'paragraph', children: [text('<b>bold</b>')] }]}
      renderLink={(_, children) => children}
    />,
  );
  expect(screen.getByText('<b>bold</b>').tagName).toBe('P');
});

it('lets the caller draw links', () => {
  render(
    <Markdown
      nodes={[{ kind: 'link', link: '/there', children: [text('there')] }]}
      renderLink={(href, children) => <a href={href}>{children}</a>}
    />,
  );
  expect(screen.getByRole('link', { name: 'there' }).getAttribute('href')).toBe('/there');
});

it('numbers a list that is ordered', () => {
  const item = { kind: 'item', children: [text('first')] };
  render(<Markdown nodes={[{ kind: 'list', ordered: true, children: [item] }]} renderLink={() => null} />);
  expect(screen.getByRole('list').tagName).toBe('OL');
});

it('is loud about a kind of node that it does not know', () => {
  expect(() => render(<Markdown nodes={[{ kind: 'video' }]} renderLink={() => null} />)).toThrow(/video/);
});
