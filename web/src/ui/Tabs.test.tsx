import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Tabs } from './Tabs';

const tabs = [
  { id: 'inquiry', label: 'General Inquiry', content: <input aria-label="Subject" /> },
  { id: 'booking', label: 'Book Consultation', content: <input aria-label="Date" /> },
  { id: 'call', label: 'Call', content: 'Call us' },
];
let show: (open?: string) => void;

beforeEach(() => {
  const { rerender } = render(<Tabs tabs={tabs} />);
  show = (open) => rerender(<Tabs open={open} tabs={[...tabs]} />);
});

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

describe('tabs', () => {
  test('the first one is open, and each tab controls its panel', () => {
    expect(selected()).toBe('General Inquiry');
    for (const tab of screen.getAllByRole('tab')) {
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      expect(panel?.getAttribute('aria-labelledby')).toBe(tab.id);
      expect(panel?.classList.contains('hidden')).toBe(tab.textContent !== 'General Inquiry');
    }
  });

  test('a click opens the panel, and what was typed in the other stays', async () => {
    await userEvent.type(screen.getByLabelText('Subject'), 'Hello');
    await userEvent.click(screen.getByRole('tab', { name: 'Book Consultation' }));
    expect(selected()).toBe('Book Consultation');
    await userEvent.click(screen.getByRole('tab', { name: 'General Inquiry' }));
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Hello');
  });

  test('arrow keys, Home and End move and select, around the ends too', async () => {
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('General Inquiry');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('Book Consultation');
    await userEvent.keyboard('{End}');
    expect(selected()).toBe('Call');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('General Inquiry');
    await userEvent.keyboard('{ArrowLeft}');
    expect(selected()).toBe('Call');
    await userEvent.keyboard('{Home}');
    expect(selected()).toBe('General Inquiry');
    expect(document.activeElement?.textContent).toBe('General Inquiry');
  });

  test('where words run to the left, the arrow to the left goes on', async () => {
    document.dir = 'rtl';
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(selected()).toBe('Book Consultation');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('General Inquiry');
    document.dir = '';
  });

  test('only the open tab is in the order of the Tab key', () => {
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  });

  test('one can be opened from outside, and then another chosen', async () => {
    show('call');
    expect(selected()).toBe('Call');
    await userEvent.click(screen.getByRole('tab', { name: 'General Inquiry' }));
    show('call');
    expect(selected()).toBe('General Inquiry');
  });

  test('what is not there cannot be opened', () => {
    show('booking');
    show('nothing');
    expect(selected()).toBe('Book Consultation');
  });
});

test('a link into a panel opens it, now and later', () => {
  const scrolledTo: string[] = [];
  // happy-dom draws nothing: what is in a hidden panel is not visible.
  vi.spyOn(Element.prototype, 'checkVisibility').mockImplementation(function (this: Element) {
    return !this.closest('[role=tabpanel]')?.classList.contains('hidden');
  });
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(`${this.id} in ${selected()}`);
  });
  window.location.hash = '#price';
  cleanup();
  render(
    <Tabs
      tabs={[
        { id: 'one', label: 'One', content: <h3 id="about">About</h3> },
        { id: 'two', label: 'Two', content: <h3 id="price">Price</h3> },
      ]}
    />,
  );
  expect(selected()).toBe('Two');
  window.location.hash = '#about';
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  expect(selected()).toBe('One');
  expect(scrolledTo).toEqual(['price in Two', 'about in One']);
  window.location.hash = '';
  vi.restoreAllMocks();
});
