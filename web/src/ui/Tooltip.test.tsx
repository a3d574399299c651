import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Tooltip } from './Tooltip';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const isOpen = (text: string) => screen.getByText(text).matches(':popover-open');

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <Tooltip text="first hint">
        {(id) => (
          <button aria-describedby={id} type="button">
            first
          </button>
        )}
      </Tooltip>
      <Tooltip text="second hint">
        {(id) => (
          <button aria-describedby={id} type="button">
            second
          </button>
        )}
      </Tooltip>
    </>,
  );
});
afterEach(() => {
  // What one test closed must not shorten the delay of the next.
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
});

const hover = (name: string, pointerType = 'mouse') =>
  fireEvent.pointerOver(screen.getByRole('button', { name }), { pointerType });
const leave = (name: string) =>
  fireEvent.pointerOut(screen.getByRole('button', { name }), { relatedTarget: document.body });

describe('a tooltip', () => {
  test('opens when the pointer has rested for 700 milliseconds, and not before', () => {
    hover('first');
    pass(699);
    expect(isOpen('first hint')).toBe(false);
    pass(1);
    expect(isOpen('first hint')).toBe(true);
    leave('first');
    expect(isOpen('first hint')).toBe(false);
  });

  test('opens at once within 300 milliseconds after another one', () => {
    hover('first');
    pass(700);
    leave('first');
    pass(299);
    hover('second');
    pass(0);
    expect(isOpen('second hint')).toBe(true);
  });

  test('waits again when more time has passed', () => {
    hover('first');
    pass(700);
    leave('first');
    pass(300);
    hover('second');
    pass(699);
    expect(isOpen('second hint')).toBe(false);
    pass(1);
    expect(isOpen('second hint')).toBe(true);
  });

  test('opens on focus, and closes on Escape and on blur', () => {
    const button = screen.getByRole('button', { name: 'first' });
    fireEvent.focus(button);
    pass(700);
    expect(isOpen('first hint')).toBe(true);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(isOpen('first hint')).toBe(false);
    pass(1_000);
    fireEvent.focus(button);
    pass(700);
    fireEvent.blur(button);
    expect(isOpen('first hint')).toBe(false);
  });

  test('does not open for a finger', () => {
    hover('first', 'touch');
    pass(5_000);
    expect(isOpen('first hint')).toBe(false);
  });

  test('describes its trigger also while it is closed', () => {
    const id = screen.getByRole('button', { name: 'first' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('first hint');
  });
});
