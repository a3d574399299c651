// Reads the metrics of a WOFF2 font, and works out how a font of the system
// must be scaled to take the same room, so that nothing moves when the web
// font arrives (CSS Fonts 5: size-adjust and the override descriptors).
//
// The method is that of Capsize: the average width of a letter, weighted by how
// often the letter stands in English text, decides about size-adjust.
import { brotliDecompressSync } from 'node:zlib';
import { readWidthChanges } from './font-variations.mjs';
import { signs } from './system-fonts.mjs';

const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx ' +
  'BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty ' +
  'just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
).split(' ');

// Share of each sign in English text, in thousandths; the first is the space.
const frequencies = {
  ' ': 187,
  a: 66,
  b: 12,
  c: 22,
  d: 35,
  e: 103,
  f: 18,
  g: 16,
  h: 50,
  i: 57,
  j: 1,
  k: 6,
  l: 33,
  m: 20,
  n: 56,
  o: 61,
  p: 15,
  q: 1,
  r: 49,
  s: 51,
  t: 74,
  u: 23,
  v: 8,
  w: 19,
  x: 1,
  y: 16,
  z: 1,
};

/** The tables of a WOFF2 file by tag (W3C WOFF File Format 2.0, section 4). */
function readTables(file) {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('this is no WOFF2 file');
  const count = file.readUInt16BE(12);
  const compressedLength = file.readUInt32BE(20);
  let at = 48;
  const number = () => {
    for (let value = 0, digits = 0; digits < 5; digits++) {
      const byte = file[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new Error('a number of the WOFF2 directory is too long');
  };
  const directory = [];
  for (let i = 0; i < count; i++) {
    const flags = file[at++];
    let tag = knownTags[flags & 63];
    if ((flags & 63) === 63) {
      tag = file.toString('latin1', at, at + 4).trim();
      at += 4;
    }
    const version = flags >> 6;
    const length = number();
    // For glyf and loca version 3 means untransformed; for all others version 0 does.
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    directory.push({ tag, transformed, length: transformed ? number() : length });
  }
  const data = brotliDecompressSync(file.subarray(at, at + compressedLength));
  const tables = {};
  let offset = 0;
  for (const { tag, transformed, length } of directory) {
    tables[tag] = { bytes: data.subarray(offset, offset + length), transformed };
    offset += length;
  }
  return tables;
}

/** A function from code point to glyph, from the Unicode subtable in format 4. */
function readCharacterMap(cmap) {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const start = cmap.readUInt32BE(4 + i * 8 + 4);
    if (cmap.readUInt16BE(start) !== 4) continue;
    const segments = cmap.readUInt16BE(start + 6) / 2;
    const word = (list, segment) =>
      cmap.readUInt16BE(start + 14 + list * segments * 2 + (list > 0 ? 2 : 0) + segment * 2);
    return (code) => {
      for (let segment = 0; segment < segments; segment++) {
        if (word(0, segment) < code) continue;
        const first = word(1, segment);
        if (first > code) return 0;
        const range = word(3, segment);
        if (range === 0) return (code + word(2, segment)) & 0xffff;
        const here = start + 14 + 3 * segments * 2 + 2 + segment * 2;
        const glyph = cmap.readUInt16BE(here + range + (code - first) * 2);
        return glyph === 0 ? 0 : (glyph + word(2, segment)) & 0xffff;
      }
      return 0;
    };
  }
  throw new Error('the font has no character map in format 4');
}

function averageWidth(widthOf) {
  let sum = 0;
  let total = 0;
  for (const [sign, frequency] of Object.entries(frequencies)) {
    sum += widthOf(sign) * frequency;
    total += frequency;
  }
  return sum / total;
}

/** Ascent, descent, line gap and, by weight, average letter width of a variable font, in parts of an em. */
export function readMetrics(file) {
  const { head, hhea, hmtx, cmap, 'OS/2': os2, fvar, avar, HVAR: hvar } = readTables(file);
  const em = head.bytes.readUInt16BE(18);
  const metricCount = hhea.bytes.readUInt16BE(34);
  const glyphOf = readCharacterMap(cmap.bytes);
  // The transformed table starts with a byte of flags; advance widths follow without the side bearings.
  const advance = (glyph) => {
    const index = Math.min(glyph, metricCount - 1);
    return hmtx.transformed ? hmtx.bytes.readUInt16BE(1 + index * 2) : hmtx.bytes.readUInt16BE(index * 4);
  };
  const useTypographic = (os2.bytes.readUInt16BE(62) & 128) !== 0;
  const [table, offset] = useTypographic ? [os2.bytes, 68] : [hhea.bytes, 4];
  return {
    ascent: table.readInt16BE(offset) / em,
    descent: -table.readInt16BE(offset + 2) / em,
    lineGap: table.readInt16BE(offset + 4) / em,
    // What hmtx holds may be any weight, also the lightest or the heaviest.
    widthAt: (weight) => {
      const change = readWidthChanges({ fvar: fvar?.bytes, avar: avar?.bytes, HVAR: hvar?.bytes }, weight);
      return averageWidth((sign) => {
        const glyph = glyphOf(sign.codePointAt(0));
        return (advance(glyph) + change(glyph)) / em;
      });
    },
  };
}

/**
 * The faces that make the system's fonts take the room of a family with the
 * metrics: a name per font, for each of its weights a face. Where a system lacks
 * the font, local() finds nothing, and the browser goes on to the next name.
 * Kerning is the part of the letters' widths that it leaves.
 */
export function fallbacksFor({ ascent, descent, lineGap, widthAt }, family, fonts, kerning = 1) {
  return fonts.flatMap((weights, i) =>
    weights.map(({ weight, local, em, widths }) => {
      const adjust = (kerning * widthAt(Number(weight))) / averageWidth((sign) => widths[signs.indexOf(sign)] / em);
      return {
        name: i === 0 ? `${family} Fallback` : `${family} Fallback ${i + 1}`,
        weight,
        local,
        sizeAdjust: percent(adjust),
        ascentOverride: percent(ascent / adjust),
        descentOverride: percent(descent / adjust),
        lineGapOverride: percent(lineGap / adjust),
      };
    }),
  );
}

// A tenth of a percent is less than a pixel in a line of text.
function percent(value) {
  return `${Number((value * 100).toFixed(1))}%`;
}
