/** How long an entry stays after its last use (docs/specification.md section 9), in milliseconds. */
export const unusedLifetime = 5 * 60_000;

/**
 * The cache of page data: a map that forgets entries which were not used for
 * five minutes. The entry on display is always in use.
 */
export class PageCache<Value> extends Map<string, Value> {
  private readonly lastUse = new Map<string, number>();
  private displayed: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Without a clock nothing is ever forgotten: the server's cache lives as long as one page takes. */
  constructor(private readonly now?: () => number) {
    super();
  }

  override set(key: string, value: Value): this {
    this.touch(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.lastUse.delete(key);
    return super.delete(key);
  }

  /** Says which entry is on display from now on. */
  display(key: string): void {
    if (this.displayed !== undefined) this.touch(this.displayed);
    this.displayed = key;
  }

  private touch(key: string): void {
    if (!this.now) return;
    this.lastUse.set(key, this.now());
    this.schedule();
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.now) this.sweep(this.now() - unusedLifetime);
    }, unusedLifetime);
  }

  private sweep(limit: number): void {
    let rest = false;
    for (const [key, used] of this.lastUse) {
      if (key === this.displayed) continue;
      if (used <= limit) this.delete(key);
      else rest = true;
    }
    if (rest) this.schedule();
  }
}
