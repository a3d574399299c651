import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Tooltip } from '../ui/Tooltip';
import { closeDelay, followTooltips } from './tooltips';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const isOpen = (text: string) => screen.getByText(text).matches(':popover-open');

beforeAll(followTooltips);
beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      {['first', 'second'].map((name) => (
        <Tooltip key={name} text={`${name} hint`}>
          {(id) => (
            <button aria-describedby={id} type="button">
              {name}
            </button>
          )}
        </Tooltip>
      ))}
      <p>elsewhere</p>
    </>,
  );
});
afterEach(() => {
  // What one test closed must not shorten the delay of the next.
  fireEvent.keyDown(document, { key: 'Escape' });
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole('button', { name });
const hover = (name: string, pointerType = 'mouse') => fireEvent.pointerOver(button(name), { pointerType });
const leave = () => fireEvent.pointerOver(screen.getByText('elsewhere'), { pointerType: 'mouse' });

describe('a tooltip', () => {
  test('opens when the pointer has rested for 700 milliseconds, and not before', () => {
    hover('first');
    pass(699);
    expect(isOpen('first hint')).toBe(false);
    pass(1);
    expect(isOpen('first hint')).toBe(true);
    leave();
    pass(closeDelay);
    expect(isOpen('first hint')).toBe(false);
  });

  test('does not open when the pointer only passes', () => {
    hover('first');
    pass(100);
    leave();
    pass(5_000);
    expect(isOpen('first hint')).toBe(false);
  });

  test('can be pointed at', () => {
    hover('first');
    pass(700);
    leave();
    pass(closeDelay - 1);
    fireEvent.pointerOver(screen.getByText('first hint'), { pointerType: 'mouse' });
    pass(5_000);
    expect(isOpen('first hint')).toBe(true);
    fireEvent.pointerOut(screen.getByText('first hint'), { relatedTarget: null });
    pass(closeDelay);
    expect(isOpen('first hint')).toBe(false);
  });

  test('opens at once within 300 milliseconds after another one', () => {
    hover('first');
    pass(700);
    leave();
    pass(closeDelay + 299);
    hover('second');
    pass(0);
    expect(isOpen('second hint')).toBe(true);
    expect(isOpen('first hint')).toBe(false);
  });

  test('waits again when more time has passed', () => {
    hover('first');
    pass(700);
    leave();
    pass(closeDelay + 300);
    hover('second');
    pass(699);
    expect(isOpen('second hint')).toBe(false);
    pass(1);
    expect(isOpen('second hint')).toBe(true);
  });

  test('opens on focus, and closes on Escape and on blur', () => {
    fireEvent.focusIn(button('first'));
    pass(700);
    expect(isOpen('first hint')).toBe(true);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(isOpen('first hint')).toBe(false);
    pass(1_000);
    fireEvent.focusIn(button('first'));
    pass(700);
    fireEvent.focusOut(button('first'));
    expect(isOpen('first hint')).toBe(false);
  });

  test('closes when its trigger is pressed', () => {
    hover('first');
    pass(700);
    fireEvent.pointerDown(button('first'));
    expect(isOpen('first hint')).toBe(false);
  });

  test('does not open for a finger', () => {
    hover('first', 'touch');
    pass(5_000);
    expect(isOpen('first hint')).toBe(false);
  });

  test('describes its trigger also while it is closed', () => {
    const id = button('first').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('first hint');
  });
});
