import type { Image, Logo } from './content/types.gen';

// Pictures for samples: drawn here, so that no file has to be there.

const svg = (width: number, height: number, inner: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inner}</svg>`)}`;

/** A view over hills. */
export function view(width = 1200, height = 900): Image {
  const sky = `<linearGradient id="a" x2="0" y2="1"><stop stop-color="#9db8c9"/><stop offset="1" stop-color="#f0dcc4"/></linearGradient>`;
  const hill = (y: number, colour: string) =>
    `<path d="M0 ${y}Q${width * 0.3} ${y - height * 0.22} ${width * 0.58} ${y}T${width} ${y - height * 0.08}V${height}H0Z" fill="${colour}"/>`;
  const sun = `<circle cx="${width * 0.68}" cy="${height * 0.34}" r="${height * 0.09}" fill="#fff4dd"/>`;
  const inner = `<defs>${sky}</defs><path fill="url(#a)" d="M0 0h${width}v${height}H0z"/>${sun}${hill(height * 0.62, '#8aa39b')}${hill(height * 0.76, '#5d7f78')}${hill(height * 0.92, '#31544f')}`;
  return { url: svg(width, height, inner), alt: 'Hills in the evening', width, height };
}

/** Somebody in front of a wall; the number chooses the colours. */
export function portrait(number: number): Image {
  const hue = (number * 67 + 20) % 360;
  const inner = `<path fill="hsl(${hue} 30% 78%)" d="M0 0h480v480H0z"/><circle cx="240" cy="196" r="84" fill="hsl(${hue + 30} 32% 52%)"/><path d="M72 480c0-110 76-176 168-176s168 66 168 176z" fill="hsl(${hue + 200} 28% 34%)"/>`;
  return { url: svg(480, 480, inner), alt: '', width: 480, height: 480 };
}

const shapes = [
  '<circle cx="24" cy="24" r="18"/>',
  '<path d="M6 42 24 6l18 36z"/>',
  '<path d="M6 6h36v36H6z"/>',
  '<path d="m24 4 20 20-20 20L4 24z"/>',
];

/** The logo of nobody: a shape, and a bar for each letter of the name. No letters: they would need a font. */
export function logo(name: string, number: number): Logo {
  const width = 58 + name.length * 24;
  const bars = [...name].map((letter, i) => {
    const height = letter === ' ' ? 0 : letter === letter.toUpperCase() ? 36 : 18 + (letter.charCodeAt(0) % 3) * 6;
    return `<rect x="${58 + i * 24}" y="${42 - height}" width="16" height="${height}" rx="3"/>`;
  });
  const drawing = shapes[number % shapes.length] + bars.join('');
  return { name, image: { url: svg(width, 48, drawing), alt: '', width, height: 48 } };
}
