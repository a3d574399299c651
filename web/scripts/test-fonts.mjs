// Gives browser tests fonts of their own: one family, and none of the machine. What they measure and draw is the
// same wherever they run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const folder = fileURLToPath(new URL('../../.cache/fonts', import.meta.url));
const source = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** Writes the font and a configuration of fontconfig that knows nothing else, and returns the path of the configuration. */
export async function writeTestFonts() {
  mkdirSync(folder, { recursive: true });
  const letters = String.fromCodePoint(...Array.from({ length: 0x17f - 0x20 }, (_, i) => 0x20 + i));
  const font = await subsetFont(readFileSync(source), letters, { targetFormat: 'truetype' });
  writeFileSync(path.join(folder, 'Inter.ttf'), font);
  const config = path.join(folder, 'fonts.conf');
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${path.join(folder, 'cache')}</cachedir></fontconfig>
`,
  );
  return config;
}
