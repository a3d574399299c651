// Reads the metrics of a WOFF2 font, and works out how a font of the system
// must be scaled to take the same room, so that nothing moves when the web
// font arrives (CSS Fonts 5: size-adjust and the override descriptors).
//
// The method is that of Capsize: the average width of a letter, weighted by how
// often the letter stands in English text, decides about size-adjust. Widths
// are those of the variable font's default instance, which is the regular one.
import { brotliDecompressSync } from 'node:zlib';

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

// Advance widths in thousandths of an em, from Adobe's published font metrics
// of Helvetica and Times, to which Arial and Times New Roman are metric-compatible.
const systemWidths = {
  Arial: {
    ' ': 278,
    a: 556,
    b: 556,
    c: 500,
    d: 556,
    e: 556,
    f: 278,
    g: 556,
    h: 556,
    i: 222,
    j: 222,
    k: 500,
    l: 222,
    m: 833,
    n: 556,
    o: 556,
    p: 556,
    q: 556,
    r: 333,
    s: 500,
    t: 278,
    u: 556,
    v: 500,
    w: 722,
    x: 500,
    y: 500,
    z: 500,
  },
  'Times New Roman': {
    ' ': 250,
    a: 444,
    b: 500,
    c: 444,
    d: 500,
    e: 444,
    f: 333,
    g: 500,
    h: 500,
    i: 278,
    j: 278,
    k: 500,
    l: 278,
    m: 778,
    n: 500,
    o: 500,
    p: 500,
    q: 500,
    r: 333,
    s: 389,
    t: 278,
    u: 500,
    v: 500,
    w: 722,
    x: 500,
    y: 500,
    z: 444,
  },
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

/** Ascent, descent, line gap and average letter width of a font, in parts of an em. */
export function readMetrics(file) {
  const tables = readTables(file);
  const { head, hhea, hmtx, cmap, 'OS/2': os2 } = tables;
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
    width: averageWidth((sign) => advance(glyphOf(sign.codePointAt(0))) / em),
  };
}

/** The descriptors that make a system font take the room of a font with the metrics. */
export function fallbackFor(metrics, family, local) {
  const adjust = metrics.width / averageWidth((sign) => systemWidths[local][sign] / 1000);
  const percent = (value) => `${(value * 100).toFixed(2)}%`;
  return {
    name: `${family} Fallback`,
    local: [local],
    sizeAdjust: percent(adjust),
    ascentOverride: percent(metrics.ascent / adjust),
    descentOverride: percent(metrics.descent / adjust),
    lineGapOverride: percent(metrics.lineGap / adjust),
  };
}
