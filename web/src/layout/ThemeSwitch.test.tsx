import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SiteProvider } from '../content/site-context';
import { site } from '../test-data';
import { ThemeSwitch } from './ThemeSwitch';

const root = document.documentElement;
let device: EventTarget & { matches: boolean };
let listeners: [string, EventListener][] = [];

beforeEach(() => {
  device = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => device);
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
    if (type === 'click' || type === 'storage') listeners.push([type, listener as EventListener]);
    add(type, listener as EventListener, options as AddEventListenerOptions);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const [type, listener] of listeners) window.removeEventListener(type, listener);
  listeners = [];
  localStorage.clear();
  document.head.replaceChildren();
  delete root.dataset.scheme;
});

/** A document of a site as the server sends it, with its script. */
async function open(scheme: 'light' | 'dark' | 'auto') {
  root.dataset.scheme = scheme;
  document.head.innerHTML = '<meta name="theme-color" content="#fff"><meta name="theme-color" content="#000">';
  vi.resetModules();
  await import('../start/scheme');
  render(
    <SiteProvider
      value={{
        ...site,
        labels: { ...site.labels, darkMode: 'Dark mode' },
        theme: { ...site.theme, scheme, switch: true },
      }}
    >
      <ThemeSwitch />
    </SiteProvider>,
  );
}

const button = () => screen.getByRole('button', { name: 'Dark mode' });
const isOn = () => button().getAttribute('aria-pressed') === 'true';
const bars = () => [...document.head.querySelectorAll('meta')].map(({ media }) => media);

test('says what the device shows, and follows it', async () => {
  await open('auto');
  expect(isOn()).toBe(false);
  act(() => {
    device.matches = true;
    device.dispatchEvent(new Event('change'));
  });
  expect(isOn()).toBe(true);
  expect(root.dataset.scheme).toBe('auto');
  expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
});

test('turns to the other look, keeps it on the device, and forgets what is no choice any more', async () => {
  await open('auto');
  await userEvent.click(button());
  await waitFor(() => expect(isOn()).toBe(true));
  expect(root.dataset.scheme).toBe('dark');
  expect(localStorage.getItem('scheme')).toBe('dark');
  expect(bars()).toEqual(['not all', 'all']);
  await userEvent.click(button());
  await waitFor(() => expect(isOn()).toBe(false));
  expect(root.dataset.scheme).toBe('auto');
  expect(localStorage.getItem('scheme')).toBeNull();
});

test('a choice is there before anything is drawn, on a site of one usual look too', async () => {
  localStorage.setItem('scheme', 'light');
  await open('dark');
  expect(root.dataset.scheme).toBe('light');
  expect(isOn()).toBe(false);
  await userEvent.click(button());
  expect(root.dataset.scheme).toBe('dark');
  expect(localStorage.getItem('scheme')).toBeNull();
});

test('what is kept under the name and is no look means nothing', async () => {
  localStorage.setItem('scheme', 'pink"><script>');
  await open('auto');
  expect(root.dataset.scheme).toBe('auto');
});

test('another window of the site is followed', async () => {
  await open('auto');
  localStorage.setItem('scheme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'scheme' })));
  await waitFor(() => expect(isOn()).toBe(true));
});

test('a browser that keeps nothing still turns', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined });
  const told = vi.spyOn(console, 'info').mockReturnValue();
  await open('light');
  await userEvent.click(button());
  expect(root.dataset.scheme).toBe('dark');
  expect(told).toHaveBeenCalledOnce();
});
