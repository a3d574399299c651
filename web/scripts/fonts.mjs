// Copies the fonts that a theme may name to dist/client/assets, with the hash of
// their bytes in the name, and writes dist/fonts.json: the faces of each family,
// and what the server needs to make fonts of the system take the same room.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const families = {
  Inter: 'sans-serif',
  Geist: 'sans-serif',
  Sora: 'sans-serif',
  Manrope: 'sans-serif',
  Fraunces: 'serif',
  Newsreader: 'serif',
  'Bricolage Grotesque': 'sans-serif',
  'Instrument Sans': 'sans-serif',
};
// What kerning leaves of a text's width, measured in Chromium on English text at
// 400 and 700. It takes 2 % of Geist, and of the others less than 1 %.
const kerning = { Geist: 0.98 };
const subsets = ['latin', 'latin-ext'];

// What a page loads first: the letters and signs of English. What else it says comes in the whole face, which browsers
// load for the first letter that is missing here.
const first = {
  text: `${signs(0x20, 0x7e)}\u00a0©®·–—‘’“”•…€™→`,
  targetFormat: 'woff2',
  // On by default in every browser, and the figures of prices (tabular-nums).
  keepFeatures: ['ccmp', 'locl', 'rlig', 'calt', 'clig', 'liga', 'kern', 'rvrn', 'tnum'],
};
// Half of the first three families is lighter than any text; titles in a serif may be light. The others gain nothing by
// leaving weights out.
const weights = { wght: { min: 400, max: 800 } };
const lightToo = { wght: { min: 300, max: 800 } };
const axes = { Geist: weights, Inter: weights, Sora: weights, Fraunces: lightToo, Newsreader: lightToo };

function signs(from, to) {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

/** The characters as CSS has them: "U+20-7E,U+A9". */
function unicodeRange(text) {
  return rangesOf(
    [...text].map((sign) => [sign.codePointAt(0), sign.codePointAt(0)]),
    0,
  );
}

/** The same characters in fewer words. Gaps up to some width are closed: what lies in them is in a later face. */
function shorter(range, gap) {
  const ranges = range.split(',').map((part) => {
    const [from, to = from] = part.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
  return rangesOf(ranges, gap);
}

function rangesOf(parts, gap) {
  const ranges = [];
  for (const [from, to] of parts.sort(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && from <= last[1] + 1 + gap) last[1] = to;
    else ranges.push([from, to]);
  }
  const hex = (point) => point.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(',');
}

const require = createRequire(import.meta.url);
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const assets = path.join(dist, 'client/assets');

const descriptor = (block, name) => new RegExp(`${name}:\\s*([^;]+);`).exec(block)?.[1].trim();

/** The @font-face blocks of a Fontsource stylesheet that hold Latin letters. */
async function readFaces(folder, stylesheet) {
  const file = path.join(folder, stylesheet);
  if (!existsSync(file)) return [];
  const css = await readFile(file, 'utf8');
  const faces = [];
  for (const [, name, block] of css.matchAll(/\/\*\s*(\S+)\s*\*\/\s*@font-face\s*\{([^}]*)\}/g)) {
    const source = /url\(\.\/files\/([^)]+)\)/.exec(block)?.[1];
    const subset = subsets.find((candidate) => source === `${name}.woff2` && name.includes(`-${candidate}-wght-`));
    if (!subset) continue;
    faces.push({
      file: path.join(folder, 'files', source),
      subset,
      weight: descriptor(block, 'font-weight'),
      style: descriptor(block, 'font-style'),
      unicodeRange: descriptor(block, 'unicode-range'),
    });
  }
  return faces;
}

async function publish(name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  name += `-${hash}.woff2`;
  await writeFile(path.join(assets, name), bytes);
  return `/assets/${name}`;
}

await mkdir(assets, { recursive: true });
const fonts = {};
for (const [family, generic] of Object.entries(families)) {
  const slug = family.toLowerCase().replaceAll(' ', '-');
  const folder = path.dirname(require.resolve(`@fontsource-variable/${slug}/package.json`));
  const faces = [...(await readFaces(folder, 'wght.css')), ...(await readFaces(folder, 'wght-italic.css'))];
  const regular = faces.find((face) => face.subset === 'latin' && face.style === 'normal');
  if (!regular) throw new Error(`${family}: the package has no upright Latin face`);
  const published = [];
  for (const { file, subset, weight, style, unicodeRange } of faces) {
    const url = await publish(path.basename(file, '.woff2'), await readFile(file));
    const range = shorter(unicodeRange, subset === 'latin' ? 0 : 16);
    published.push({ url, weight, style, unicodeRange: range, preload: false });
  }
  const bytes = await readFile(regular.file);
  published.push({
    url: await publish(slug, await subsetFont(bytes, first.text, { ...first, variationAxes: axes[family] })),
    weight: regular.weight,
    style: regular.style,
    // Of two faces that have a character, the later one is taken.
    unicodeRange: unicodeRange(first.text),
    preload: true,
  });
  fonts[family] = {
    faces: published,
    whole: published[faces.indexOf(regular)].url,
    kerning: kerning[family] ?? 1,
    generic,
  };
}
await writeFile(path.join(dist, 'fonts.json'), `${JSON.stringify(fonts, null, 1)}\n`);
console.log(`${path.join(dist, 'fonts.json')}: ${Object.keys(fonts).length} families`);
