import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JournalScene } from './JournalScene';

const journal = {
  title: 'Session summary',
  messages: [
    { from: 'person' as const, name: 'You', text: 'What did we say?' },
    { from: 'app' as const, name: 'Guide', text: 'That it softened.' },
  ],
};

it('says who said what, in order, below what is drawn', () => {
  const { container } = render(
    <JournalScene {...journal} drawing={{ url: '/assets/calm.svg', width: 640, height: 504 }} />,
  );
  const figure = screen.getByRole('figure');
  within(figure).getByText('Session summary');
  const said = within(figure).getAllByRole('listitem');
  expect(said.map((item) => item.textContent)).toEqual(['YouWhat did we say?', 'GuideThat it softened.']);
  expect(container.querySelector('use')?.getAttribute('href')).toBe('/assets/calm.svg#base');
});

it('is words alone where the server knows none', () => {
  const { container } = render(<JournalScene {...journal} />);
  expect(container.querySelector('svg')).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});
