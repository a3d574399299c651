// Reads how the widths of a variable font change with its weight: its axes
// (fvar), the map of their values (avar) and the changes of advance widths
// (HVAR), as OpenType describes them, "Font variations common table formats".

const fraction = (table, at) => table.readInt16BE(at) / 16384;

/** The place of a weight on the font's axes, each from -1 to 1, 0 being what the file holds. */
function placeOf(weight, { fvar, avar }) {
  const first = fvar.readUInt16BE(4);
  const count = fvar.readUInt16BE(8);
  const size = fvar.readUInt16BE(10);
  const place = [];
  for (let axis = 0, map = 8; axis < count; axis++) {
    const at = first + axis * size;
    const [low, usual, high] = [4, 8, 12].map((offset) => fvar.readInt32BE(at + offset) / 65536);
    let value = 0;
    if (fvar.toString('latin1', at, at + 4) === 'wght') {
      const within = Math.min(Math.max(weight, low), high);
      value = within === usual ? 0 : (within - usual) / (within < usual ? usual - low : high - usual);
    }
    if (avar) {
      const pairs = avar.readUInt16BE(map);
      for (let i = 1; i < pairs; i++) {
        const [from, from2] = [i - 1, i].map((pair) => fraction(avar, map + 2 + pair * 4));
        if (value > from2 && i < pairs - 1) continue;
        const [to, to2] = [i - 1, i].map((pair) => fraction(avar, map + 4 + pair * 4));
        value = to + ((value - from) * (to2 - to)) / (from2 - from);
        break;
      }
      map += 2 + pairs * 4;
    }
    place.push(value);
  }
  return place;
}

/** How much each region of the store has to say at a place. */
function readScalars(store, place) {
  const list = store.readUInt32BE(2);
  const axes = store.readUInt16BE(list);
  const scalars = [];
  for (let region = 0; region < store.readUInt16BE(list + 2); region++) {
    let scalar = 1;
    for (let axis = 0; axis < axes; axis++) {
      const at = list + 4 + (region * axes + axis) * 6;
      const [start, peak, end] = [0, 2, 4].map((offset) => fraction(store, at + offset));
      const value = place[axis];
      if (peak === 0 || value === peak) continue;
      if (value <= start || value >= end) scalar = 0;
      else scalar *= value < peak ? (value - start) / (peak - start) : (end - value) / (end - peak);
    }
    scalars.push(scalar);
  }
  return scalars;
}

/** Where the store keeps a glyph: which list, which row of it. */
function readIndex(map, glyph) {
  const wide = map[0] === 1;
  const count = wide ? map.readUInt32BE(2) : map.readUInt16BE(2);
  const bytes = ((map[1] >> 4) & 3) + 1;
  const innerBits = (map[1] & 15) + 1;
  const entry = map.readUIntBE((wide ? 6 : 4) + Math.min(glyph, count - 1) * bytes, bytes);
  return { list: Math.floor(entry / 2 ** innerBits), row: entry % 2 ** innerBits };
}

/** A function from glyph to what a weight adds to its advance width, in units per em. */
export function readWidthChanges({ fvar, avar, HVAR: hvar }, weight) {
  if (!fvar || !hvar) throw new Error('the font has no widths by weight (fvar and HVAR)');
  const store = hvar.subarray(hvar.readUInt32BE(4));
  const mapAt = hvar.readUInt32BE(8);
  const scalars = readScalars(store, placeOf(weight, { fvar, avar }));
  return (glyph) => {
    const { list, row } = mapAt ? readIndex(hvar.subarray(mapAt), glyph) : { list: 0, row: glyph };
    const data = store.subarray(store.readUInt32BE(8 + list * 4));
    const words = data.readUInt16BE(2) & 0x7fff;
    const [large, small] = data.readUInt16BE(2) & 0x8000 ? [4, 2] : [2, 1];
    const regions = data.readUInt16BE(4);
    let at = 6 + regions * 2 + row * (words * large + (regions - words) * small);
    let change = 0;
    for (let i = 0; i < regions; i++) {
      const size = i < words ? large : small;
      change += data.readIntBE(at, size) * scalars[data.readUInt16BE(6 + i * 2)];
      at += size;
    }
    return change;
  };
}
