import { render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Poster } from './Poster';

afterEach(() => vi.restoreAllMocks());

it('a poster names its lead, and counts shapes of the same name', () => {
  const { container } = render(<Poster shapes={['eye', 'column', 'eye']} />);
  expect(container.querySelector('[aria-hidden="true"]')?.getAttribute('data-lead')).toBe('eye');
  const shapes = [...container.querySelectorAll('svg')];
  expect(shapes.map((shape) => shape.getAttribute('data-shape'))).toEqual(['eye-1', 'column-1', 'eye-2']);
  expect(shapes.map((shape) => shape.querySelector('use')?.getAttribute('href')?.split('#')[1])).toEqual([
    'eye',
    'column',
    'eye',
  ]);
});

it('an eye waits for the pointer, and consists of what a look can move', () => {
  const { container } = render(<Poster shapes={['eye', 'disc']} />);
  const waiting = [...container.querySelectorAll('[data-await-pointer]')];
  expect(waiting.map((shape) => shape.getAttribute('data-shape'))).toEqual(['eye-1']);
  const parts = [...container.querySelectorAll('[data-part]')];
  expect(parts.map((part) => part.getAttribute('data-part'))).toEqual(['pupil', 'lid']);
});

describe('the disc', () => {
  const animate = vi.fn();
  const arrive = (reduced: boolean, at: DOMRect) => {
    animate.mockClear();
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: !reduced } as MediaQueryList);
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(at);
    vi.spyOn(Element.prototype, 'animate').mockImplementation(animate);
    return render(<Poster shapes={['arch', 'disc']} />);
  };

  it('comes from where it was on the last page, in the size that it had', () => {
    arrive(false, new DOMRect(500, 300, 200, 200)).unmount();
    arrive(false, new DOMRect(800, 100, 100, 100));
    expect(animate.mock.calls[0]?.[0]).toEqual([{ transform: 'translate(-300px, 200px) scale(2)' }, {}]);
  });

  it('is where it belongs for those who want less motion', () => {
    arrive(true, new DOMRect(500, 300, 200, 200)).unmount();
    arrive(true, new DOMRect(800, 100, 100, 100));
    expect(animate).not.toHaveBeenCalled();
  });
});
