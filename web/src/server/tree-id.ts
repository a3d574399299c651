/**
 * The id that React makes for a component, which tells where in the tree it
 * stands and so is the same on the server and in the browser, whatever is drawn
 * first. On the way to it lie lists: how many children each has, and which of
 * them was entered. Count says how many ids the component has already.
 */
export function treeId(totals: readonly number[], indexes: readonly number[], depth: number, count: number): string {
  // As pushTreeContext and getTreeId of React: of each list the index, written
  // from the right in as many bits as the total needs, below a leading one.
  let bits = 1;
  let overflow = '';
  for (let level = 0; level < depth; level++) {
    let length = 31 - Math.clz32(bits);
    let path = bits & ~(1 << length);
    const index = (indexes[level] as number) + 1;
    const width = 32 - Math.clz32(totals[level] as number);
    if (width + length > 30) {
      const full = length - (length % 5);
      overflow = (path & ((1 << full) - 1)).toString(32) + overflow;
      path >>= full;
      length -= full;
    }
    bits = (1 << (width + length)) | (index << length) | path;
  }
  const path = bits & ~(1 << (31 - Math.clz32(bits)));
  return `_R_${path.toString(32)}${overflow}${count > 0 ? `H${count.toString(32)}` : ''}_`;
}
