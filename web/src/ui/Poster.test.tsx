import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Poster } from './Poster';

it('a poster names its lead, and counts shapes of the same name', () => {
  const { container } = render(<Poster shapes={['eye', 'disc', 'eye']} />);
  expect(container.querySelector('[aria-hidden="true"]')?.getAttribute('data-lead')).toBe('eye');
  const shapes = [...container.querySelectorAll('svg')];
  expect(shapes.map((shape) => shape.getAttribute('class'))).toEqual(['eye-1', 'disc-1', 'eye-2']);
  expect(shapes.map((shape) => shape.querySelector('use')?.getAttribute('href')?.split('#')[1])).toEqual([
    'eye',
    'disc',
    'eye',
  ]);
});
