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

it('draws the first row of a table as titles of its columns', () => {
  const cell = (words: string, align?: string) => ({ kind: 'cell', align, children: [text(words)] });
  render(
    <Markdown
      nodes={[
        {
          kind: 'table',
          children: [
            { kind: 'titles', children: [cell('Bread'), cell('Price', 'end')] },
            { kind: 'row', children: [cell('Rye'), cell('$5', 'end')] },
          ],
        },
      ]}
      renderLink={() => null}
    />,
  );
  expect(screen.getAllByRole('columnheader').map((title) => title.textContent)).toEqual(['Bread', 'Price']);
  expect(screen.getByRole('cell', { name: '$5' }).dataset.align).toBe('end');
});

it('draws a picture by itself with its caption', () => {
  render(
    <Markdown
      nodes={[{ kind: 'figure', text: 'At six', image: { url: '/images/oven.jpg', alt: 'Our oven' } }]}
      renderLink={() => null}
    />,
  );
  expect(screen.getByRole('figure').textContent).toBe('At six');
  expect(screen.getByRole('img', { name: 'Our oven' }).getAttribute('src')).toBe('/images/oven.jpg');
});

it('leads from a number to its footnote and back', () => {
  const words = { kind: 'paragraph', children: [text('Rye.')] };
  render(
    <Markdown
      nodes={[
        { kind: 'note', note: 1, id: 'fnref-1', link: '#fn-1' },
        { kind: 'notes', children: [{ kind: 'item', note: 1, id: 'fn-1', link: '#fnref-1', children: [words] }] },
      ]}
      renderLink={(href, children) => <a href={href}>{children}</a>}
    />,
  );
  expect(screen.getByRole('link', { name: '1' }).getAttribute('href')).toBe('#fn-1');
  expect(screen.getByRole('link', { name: /^↩\s1$/ }).getAttribute('href')).toBe('#fnref-1');
  expect(screen.getByRole('listitem').id).toBe('fn-1');
});

it('draws what is deleted, tasks, and where a list begins', () => {
  const item = (task?: string) => ({ kind: 'item', task, children: [text(task ?? 'third')] });
  render(
    <Markdown
      nodes={[
        { kind: 'deleted', children: [text('€49')] },
        { kind: 'list', children: [item('done'), item('open')] },
        { kind: 'list', ordered: true, start: 3, children: [item()] },
      ]}
      renderLink={() => null}
    />,
  );
  expect(screen.getByRole('deletion').textContent).toBe('€49');
  expect(screen.getAllByRole('listitem').map((li) => li.textContent)).toEqual(['☑ done', '☐ open', 'third']);
  expect(screen.getAllByRole('list').at(-1)?.getAttribute('start')).toBe('3');
});
