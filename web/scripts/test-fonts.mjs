// Gives browser tests fonts of their own: one family, and none of the machine. What they measure and draw is the
// same wherever they run.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/fonts', import.meta.url));
const source = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/**
 * Writes the font and a configuration of fontconfig that knows nothing else, where they are not there yet, and returns
 * the path of the configuration.
 */
export async function writeTestFonts() {
  const made = createHash('sha256')
    .update(readFileSync(source))
    .update(readFileSync(fileURLToPath(import.meta.url)));
  const config = path.join(folder, 'fonts.conf');
  const text = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<!-- ${made.digest('hex')} -->
<fontconfig><dir>${folder}</dir><cachedir>${path.join(folder, 'cache')}</cachedir></fontconfig>
`;
  if (existsSync(config) && readFileSync(config, 'utf8') === text) return config;
  mkdirSync(folder, { recursive: true });
  const { default: subsetFont } = await import('subset-font');
  const letters = String.fromCodePoint(...Array.from({ length: 0x17f - 0x20 }, (_, i) => 0x20 + i));
  const font = await subsetFont(readFileSync(source), letters, { targetFormat: 'truetype' });
  writeFileSync(path.join(folder, 'Inter.ttf'), font);
  writeFileSync(config, text);
  return config;
}
