interface Position {
  left: number;
  top: number;
}

/**
 * Where the window was scrolled to, by entry of the session history. It
 * survives a reload in the state of the current entry.
 */
export class ScrollMemory {
  private readonly positions = new Map<string, Position>();
  private entry: string;

  constructor(entry: string) {
    this.entry = entry;
  }

  /** Takes over what the document before this one has saved. */
  recall(): void {
    const saved: [string, Position][] = window.history.state?.positions ?? [];
    for (const [entry, position] of saved) this.positions.set(entry, position);
  }

  /** Puts the positions where the next document finds them when this one is loaded again. */
  save(): void {
    window.history.replaceState({ ...window.history.state, positions: [...this.positions] }, '');
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
