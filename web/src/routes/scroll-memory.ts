/** Where the window was scrolled to, by entry of the session history. It lives as long as the document. */
export class ScrollMemory {
  private readonly positions = new Map<string, { left: number; top: number }>();
  private entry: string;

  constructor(entry: string) {
    this.entry = entry;
  }

  /** Notes the position for the current entry. */
  record(): void {
    this.positions.set(this.entry, { left: window.scrollX, top: window.scrollY });
  }

  /** Says which entry is current from now on, and returns whether it is another one. */
  enter(entry: string): boolean {
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
