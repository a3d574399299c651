import { expect, test } from 'vitest';
import { link } from '../test-data';
import { isLong } from './bar-room';

const logo = link('Evenlight', '/');
const lines = (...labels: string[]) => labels.map((label) => link(label, '/'));

test('a short bar has its links side by side on a tablet', () => {
  const links = lines('Products', 'Technology', 'About', 'Contact');
  expect(isLong({ logo, links, action: link('Get Started', '/') })).toBe(false);
});

test('six links, a button and a switch are too much for it', () => {
  const links = lines('Our bread', 'The bread box', 'Who we are', 'Events', 'Visit', 'Contact');
  expect(isLong({ logo, links, action: link('Order', '/') }, true)).toBe(true);
});

test('menus need room for their arrows', () => {
  const links = lines('Services and prices', 'Websites', 'Pricing', 'About us', 'Connect');
  expect(isLong({ logo, links, action: link('Start', '/') })).toBe(false);
  expect(isLong({ logo, links: links.map((one) => ({ ...one, links: lines('a') })), action: link('Start', '/') })).toBe(
    true,
  );
});
