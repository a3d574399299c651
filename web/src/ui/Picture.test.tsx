import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { LeadPicture, Picture } from './Picture';

const image = { url: '/images/a.jpg', alt: 'A team', width: 1200, height: 800 };

describe('Picture', () => {
  test('says what it shows, how large it is, and waits until it comes near', () => {
    render(<Picture image={image} />);
    const shown = screen.getByRole('img', { name: 'A team' });
    expect(shown.getAttribute('width')).toBe('1200');
    expect(shown.getAttribute('height')).toBe('800');
    expect(shown.getAttribute('loading')).toBe('lazy');
  });

  test('is loaded at once where it is the first of its page', () => {
    render(
      <LeadPicture value="/images/a.jpg 92vw">
        <Picture image={{ ...image, sizes: '92vw' }} />
        <Picture image={{ ...image, sizes: '25rem', alt: 'The team on a card' }} />
        <Picture image={{ ...image, url: '/images/b.jpg', alt: 'Another' }} />
      </LeadPicture>,
    );
    expect(screen.getByRole('img', { name: 'A team' }).getAttribute('fetchpriority')).toBe('high');
    expect(screen.getByRole('img', { name: 'A team' }).hasAttribute('loading')).toBe(false);
    expect(screen.getByRole('img', { name: 'The team on a card' }).getAttribute('loading')).toBe('lazy');
    expect(screen.getByRole('img', { name: 'Another' }).getAttribute('loading')).toBe('lazy');
  });

  test('offers its widths, and one that every browser knows', () => {
    const srcset = '/images/a-480.webp 480w, /images/a-800.webp 800w';
    const { container } = render(<Picture image={{ ...image, srcset, sizes: '100vw', type: 'image/webp' }} />);
    expect(container.querySelector('source')?.getAttribute('srcset')).toBe(srcset);
    expect(screen.getByRole('img').hasAttribute('srcset')).toBe(false);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/images/a.jpg');
  });

  test('shows phones another picture', () => {
    const phone = { srcset: '/images/tall-480.webp 480w', sizes: '100vw', type: 'image/webp', width: 480, height: 800 };
    const { container } = render(<Picture image={{ ...image, phone }} />);
    expect(container.querySelector('source')?.getAttribute('media')).toBe('(max-width: 40rem)');
    expect(container.querySelector('source')?.getAttribute('height')).toBe('800');
  });

  test('is pure decoration where it shows nothing that matters', () => {
    render(<Picture image={{ ...image, alt: '' }} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('presentation').getAttribute('src')).toBe('/images/a.jpg');
  });
});
