import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitPointer } from './await-pointer';

let frames: FrameRequestCallback[];
const move = (clientX: number, clientY: number, pointerType = 'mouse') =>
  window.dispatchEvent(Object.assign(new Event('pointermove'), { clientX, clientY, pointerType }));
const way = () => {
  for (const frame of frames.splice(0)) frame(0);
  const { style } = document.querySelector<HTMLElement>('[data-await-pointer]') as HTMLElement;
  return [style.getPropertyValue('--pointer-x'), style.getPropertyValue('--pointer-y')];
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 100));
  document.body.innerHTML = '<i data-await-pointer></i>';
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const wants = (motion: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: motion }));

test('nothing follows the pointer for those who want less motion, nor a finger', async () => {
  wants(false);
  awaitPointer();
  move(300, 150);
  wants(true);
  awaitPointer();
  move(300, 150, 'touch');
  await new Promise((resolve) => setTimeout(resolve));
  expect(way()).toEqual(['', '']);
});

test('an element knows which way the pointer is, and that it has left', async () => {
  wants(true);
  awaitPointer();
  move(300, 150);
  await vi.waitFor(() => expect(frames).not.toHaveLength(0));
  expect(way()).toEqual(['0.500', '0.000']);
  move(200, 2150);
  expect(way()).toEqual(['0.000', '1.000']);
  document.documentElement.dispatchEvent(new Event('pointerleave'));
  expect(way()).toEqual(['0.000', '0.000']);
});
