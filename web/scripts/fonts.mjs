// Copies the fonts that a theme may name to dist/client/assets, with the hash of
// their bytes in the name, and writes dist/fonts.json: the faces of each family,
// and what the server needs to make fonts of the system take the same room.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const families = [
  'inter',
  'geist',
  'sora',
  'manrope',
  'fraunces',
  'newsreader',
  'bricolage-grotesque',
  'instrument-sans',
];
// What kerning leaves of a text's width, measured in Chromium on English text at
// 400 and 700. It takes 2 % of Geist, and of the others less than 1 %.
const kerning = { geist: 0.98 };

// What a page loads first: the letters and signs of English, with the é of cafés, £ and °. What else it says comes in
// the whole face, which browsers load for the first letter that is missing here: some 30 KB more before text stands.
const firstRange =
  'U+20-7E,U+A0,U+A3,U+A9,U+AE,U+B0,U+B7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2122,U+2192';
const firstFormat = {
  targetFormat: 'woff2',
  // On by default in every browser, and the figures of prices (tabular-nums).
  keepFeatures: ['ccmp', 'locl', 'rlig', 'calt', 'clig', 'liga', 'kern', 'rvrn', 'tnum'],
};
// Half of the first three families is lighter than any text; titles in a serif may be light. The others gain nothing by
// leaving weights out.
const weights = { wght: { min: 400, max: 800 } };
const lightToo = { wght: { min: 300, max: 800 } };
const axes = { geist: weights, inter: weights, sora: weights, fraunces: lightToo, newsreader: lightToo };

/** The characters of a CSS unicode-range. */
function charactersIn(range) {
  return range
    .split(',')
    .map((part) => {
      const [from, to = from] = part
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
    })
    .join('');
}

const dist = new URL('../dist/', import.meta.url);

async function publish(name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const address = `assets/${name}-${hash}.woff2`;
  await writeFile(new URL(`client/${address}`, dist), bytes);
  return `/${address}`;
}

await mkdir(new URL('client/assets', dist), { recursive: true });
const characters = charactersIn(firstRange);
const fonts = {};
for (const id of families) {
  const read = (file) => readFile(new URL(import.meta.resolve(`@fontsource-variable/${id}/${file}`)));
  const { family, category, styles, variable } = JSON.parse(await read('metadata.json'));
  const ranges = JSON.parse(await read('unicode.json'));
  const weight = `${variable.wght.min} ${variable.wght.max}`;
  const faces = [];
  for (const style of styles.toSorted().reverse()) {
    for (const subset of ['latin-ext', 'latin']) {
      const name = `${id}-${subset}-wght-${style}`;
      const url = await publish(name, await read(`files/${name}.woff2`));
      faces.push({ url, weight, style, unicodeRange: ranges[subset], preload: false });
    }
  }
  for (const style of new Set(faces.map((face) => face.style))) {
    const whole = await read(`files/${id}-latin-wght-${style}.woff2`);
    const first = await subsetFont(whole, characters, { ...firstFormat, variationAxes: axes[id] });
    const url = await publish(style === 'normal' ? id : `${id}-italic`, first);
    // Of two faces that have a character, the later one is taken.
    faces.push({ url, weight, style, unicodeRange: firstRange, preload: style === 'normal' });
  }
  const whole = faces.find(({ url }) => url.startsWith(`/assets/${id}-latin-wght-normal-`)).url;
  fonts[family] = { faces, whole, kerning: kerning[id] ?? 1, generic: category };
}
await writeFile(new URL('fonts.json', dist), `${JSON.stringify(fonts, null, 1)}\n`);
console.log(`${fileURLToPath(new URL('fonts.json', dist))}: ${Object.keys(fonts).length} families`);
