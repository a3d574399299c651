import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Industry } from '../content/types.gen';
import { WindowsScene } from './WindowsScene';

const shop = (id: string, name: string): Industry => ({
  id,
  name,
  text: `About ${name}`,
  features: [`${name} feature`],
  sample: {
    layout: 'menu',
    class: `sample-${id}`,
    name: `Sample ${name}`,
    title: `Welcome to ${name}`,
    action: 'Book',
  },
});
const windows = (
  <WindowsScene items={[shop('one', 'Bakery'), shop('two', 'Florist')]} label="Sample design" title="Your trade" />
);

it('is one choice among the industries, named by the title of the section', async () => {
  render(windows);
  const doors = within(screen.getByRole('group', { name: 'Your trade' })).getAllByRole<HTMLInputElement>('radio');
  expect(doors.map((door) => door.checked)).toEqual([true, false]);
  await userEvent.click(screen.getByRole('radio', { name: 'Florist' }));
  expect(doors.map((door) => door.checked)).toEqual([false, true]);
});

it('says everything about each industry, whichever is chosen', () => {
  render(windows);
  for (const name of ['Bakery', 'Florist']) {
    expect(screen.getByRole('heading', { name })).toBeDefined();
    expect(screen.getByText(`About ${name}`)).toBeDefined();
    expect(screen.getByText(`${name} feature`)).toBeDefined();
    expect(screen.getByRole('heading', { name: `Welcome to ${name}` })).toBeDefined();
  }
  expect(screen.getAllByText('Sample design')).toHaveLength(2);
});

it('says that a website is a sample before it says what is on it', () => {
  const { container } = render(windows);
  expect(container.querySelector('.sample-one')?.textContent).toMatch(/^Sample design/);
});

it('has nothing in its windows that seems to lead somewhere', () => {
  const { container } = render(windows);
  expect(container.querySelectorAll('a, button')).toHaveLength(0);
  expect(container.querySelector('.sample-two')?.textContent).toContain('Book');
});
