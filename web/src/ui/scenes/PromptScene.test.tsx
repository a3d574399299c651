import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PromptScene } from './PromptScene';

const prompt = {
  title: 'From idea to prompt',
  inputLabel: 'You type',
  input: 'bread',
  outputLabel: 'It writes',
  runs: [
    { text: 'Write ' },
    { text: 'warm words', note: 1 },
    { text: ' for ' },
    { text: 'bakers', note: 2 },
    { text: '.' },
  ],
  notes: [{ label: 'Tone', text: 'How it sounds' }, { label: 'Audience' }],
};

it('reads as one text, and its words lead to their notes', () => {
  render(<PromptScene {...prompt} />);
  expect(screen.getByText('It writes').nextSibling?.textContent).toBe('Write warm words for bakers.');
  const notes = within(screen.getByRole('list')).getAllByRole('listitem');
  for (const [index, link] of screen.getAllByRole('link').entries()) {
    expect(notes[index]?.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  }
  screen.getByRole('link', { name: 'warm words', description: 'Tone How it sounds' });
  screen.getByRole('link', { name: 'bakers', description: 'Audience' });
});

it('stands twice on a page without ids that are the same', () => {
  const { container } = render(
    <>
      <PromptScene {...prompt} />
      <PromptScene {...prompt} />
    </>,
  );
  const ids = [...container.querySelectorAll('[id]')].map((element) => element.id);
  expect(new Set(ids).size).toBe(4);
});
