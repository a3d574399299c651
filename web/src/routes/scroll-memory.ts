/** Where the window was scrolled to, by entry of the session history. It lives as long as the document. */
export class ScrollMemory {
  private readonly positions = new Map<string, { left: number; top: number }>();
  private entry: string;
  private held = false;

  constructor(entry: string) {
    this.entry = entry;
  }

  /** Notes the position for the current entry. */
  record(): void {
    if (!this.held) this.positions.set(this.entry, { left: window.scrollX, top: window.scrollY });
  }

  /** Stops noting until an entry is entered: the browser has changed the entry, and may scroll before we know which. */
  hold(): void {
    this.held = true;
  }

  /** Says which entry is current from now on, and returns whether it is another one. */
  enter(entry: string): boolean {
    this.held = false;
    const changed = entry !== this.entry;
    this.entry = entry;
    return changed;
  }

  /** Scrolls to where the current entry was left, and returns whether that is known. */
  restore(): boolean {
    const position = this.positions.get(this.entry);
    if (position) window.scrollTo({ ...position, behavior: 'instant' });
    return position !== undefined;
  }
}
