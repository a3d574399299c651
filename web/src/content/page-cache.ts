/** How long an entry stays after its last use (docs/specification.md section 9), in milliseconds. */
export const unusedLifetime = 5 * 60_000;

/**
 * The cache of page data: a map that does not know entries any more which were not used for five minutes.
 * The entry on display is always in use.
 */
export class PageCache<Value> extends Map<string, Value> {
  private readonly lastUse = new Map<string, number>();
  private displayed: string | undefined;

  override get(key: string): Value | undefined {
    const unused = Date.now() - (this.lastUse.get(key) ?? 0);
    if (key !== this.displayed && unused >= unusedLifetime) this.delete(key);
    return super.get(key);
  }

  override set(key: string, value: Value): this {
    this.lastUse.set(key, Date.now());
    return super.set(key, value);
  }

  /** Says which entry is on display from now on. */
  display(key: string): void {
    if (this.displayed !== undefined) this.lastUse.set(this.displayed, Date.now());
    this.displayed = key;
  }
}
