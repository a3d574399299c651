import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LegendScene } from './LegendScene';
import { RepairScene } from './RepairScene';

const drawing = { url: '/assets/house.svg', width: 4, height: 3, parts: ['sink', 'car', 'lawn'] };

/** The parts of the drawing, each with the number that rules light it by. */
const partsOf = (container: HTMLElement) =>
  Object.fromEntries(
    [...container.querySelectorAll('use')].map((use) => [
      use.getAttribute('href')?.replace(/.*#/, ''),
      use.getAttribute('data-step'),
    ]),
  );

test('each entry of a legend links to itself, and has the number of its part', () => {
  const items = [
    { title: 'The car', part: 'car' },
    { title: 'Anything else', text: 'Ask us.' },
    { title: 'The sink', part: 'sink' },
  ];
  const { container } = render(<LegendScene drawing={drawing} items={items} steps={{ car: 1, sink: 3 }} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#car', '#sink']);
  expect(screen.getAllByRole('listitem').map(({ id }) => id)).toEqual(['car', '', 'sink']);
  expect(partsOf(container)).toEqual({ base: null, sink: '3', car: '1', lawn: null });
});

test('a legend of a drawing that is not there has its words', () => {
  render(<LegendScene drawing={{}} items={[{ title: 'The car' }]} />);
  expect(screen.getByRole('heading', { name: 'The car' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('a conversation says all its words beside the parts that it is about', () => {
  const { container } = render(
    <RepairScene
      drawing={drawing}
      messages={[
        { from: 'person', name: 'You', text: 'It drips.' },
        { from: 'app', name: 'Mender', text: 'Close the tap.' },
      ]}
      placeholder="Write"
      steps={{ sink: 1 }}
      title="Help"
    />,
  );
  expect(screen.getByRole('figure').textContent).toContain('Help');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'YouIt drips.',
    'MenderClose the tap.',
  ]);
  expect(partsOf(container)).toEqual({ base: null, sink: '1', car: null, lawn: null });
});
