import type { Image } from './content/types.gen';

/** Hills under a sun, where samples need a picture: large areas, a subject off the middle, an edge that shows what is cropped. */
function drawing(width: number, height: number): string {
  const sun = Math.min(width, height) / 6;
  const hill = (from: number, to: number) =>
    `M0 ${height * from}C${width / 3} ${height * to} ${width * 0.6} ${height} ${width} ${height * to}V${height}H0Z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#a8c6d8"/><circle cx="${width * 0.62}" cy="${height * 0.3}" r="${sun}" fill="#f6d8a0"/>
<path d="${hill(0.7, 0.45)}" fill="#6f9a8d"/><path d="${hill(0.85, 0.7)}" fill="#3d6b66"/></svg>`;
}

/** A picture for samples and tests. */
export function sampleImage(width = 1200, height = 800, alt = 'Hills under a low sun'): Image {
  return { alt, url: `data:image/svg+xml,${encodeURIComponent(drawing(width, height))}`, width, height };
}
