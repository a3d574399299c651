/**
 * Where in the tree a component stands, from which React makes its ids: the
 * same on the server and in the browser, whatever is drawn first. Ids are few,
 * so that the numbers are only noted on the way and put together when asked for.
 */
export class TreePosition {
  /** On every level the number of the child that is being drawn; whoever enters a level keeps it up to date. */
  readonly indexes: number[] = [];
  private readonly totals: number[] = [];
  private depth = 0;

  /** Goes one level down, into a list of so many children, and returns the level. */
  enter(total: number): number {
    this.totals[this.depth] = total;
    return this.depth++;
  }

  leave(): void {
    this.depth--;
  }

  /** The id of a component that has made so many already. */
  id(count: number): string {
    // As pushTreeContext and getTreeId of React: of each level its index, written
    // from the right in as many bits as the total needs, below a leading one.
    let bits = 1;
    let overflow = '';
    for (let level = 0; level < this.depth; level++) {
      let length = 31 - Math.clz32(bits);
      let path = bits & ~(1 << length);
      const index = (this.indexes[level] as number) + 1;
      const width = 32 - Math.clz32(this.totals[level] as number);
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
}
