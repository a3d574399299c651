import type { Page } from '../api/types';
import { isBegin } from '../changes/values';
import { align, ancestors, around, bandsOf, normalise, type Pick, type Place } from './align';
import { exchange } from './exchange';
import { addStyle, marksOf, native } from './marks';
import { closeLists, followScroll, open, openTab } from './open';

/** Characters of a text beyond which a browser needs seconds to set it. */
const longest = 100_000;

const keyOf = ({ file, at }: Pick) => `${file} ${at}`;

/** A page of the site in a frame, in which one picks what to edit. It runs no script: all is done from outside. */
export class StandingPage {
  /** As the server sent it, without marks and without what is being typed. */
  private sent: Document;
  private page: Page;
  private places = new Map<Element, Place>();
  private focus = '';
  /** Which one was picked, of the places of one value: a price and its period, or the paragraphs of a text. */
  private picked = { at: '', index: 0 };
  /** Take the marks off again, the last one first. */
  private readonly unmark: (() => void)[] = [];
  /** Words of the page that give way to what is being typed, and that. */
  private readonly covered = new Map<Text, string>();
  private readonly typed = new Map<string, { words: string; turn: number }>();
  /** Counts what is typed. */
  turn = 0;

  constructor(
    readonly document: Document,
    page: Page,
    private readonly onPick: (pick: Pick) => void,
  ) {
    this.sent = document.cloneNode(true) as Document;
    this.page = page;
    addStyle(document);
    followScroll(document);
    document.addEventListener('click', this.click, true);
    document.addEventListener('auxclick', (event) => event.preventDefault());
    document.addEventListener('submit', (event) => event.preventDefault());
    document.addEventListener('keydown', this.press);
    // A panel that opens, or a keyboard, may cover what is edited.
    let height = document.documentElement.clientHeight;
    document.defaultView?.addEventListener('resize', () => {
      if (document.documentElement.clientHeight < height) this.reveal();
      height = document.documentElement.clientHeight;
    });
    // Who comes back to the frame comes back to Studio.
    document.defaultView?.addEventListener('focus', () => dispatchEvent(new Event('focus')));
    this.align(page);
  }

  /** Finds the places of a page's leaves, and marks them. */
  align(page: Page): void {
    this.page = page;
    const places = align(this.document, page);
    // Until the server says what was typed, a leaf is where it was.
    const lost = new Set([...page.sections.flatMap(({ leaves }) => leaves), ...page.around].map(keyOf));
    for (const place of places.values()) lost.delete(keyOf(place));
    for (const [element, place] of this.places)
      if (element.isConnected && !places.has(element) && lost.has(keyOf(place))) places.set(element, place);
    this.places = places;
    // A table of one value, such as opening hours, or of what several make, is picked as one.
    for (const table of this.document.querySelectorAll('table')) {
      const inner = [...places.values()].filter(({ element }) => table.contains(element));
      if (new Set(inner.map(keyOf)).size > 1) continue;
      for (const { element } of inner) places.delete(element);
      const pick = inner[0] ?? this.pickAt(table);
      if (pick)
        places.set(table, { ...pick, element: table, words: inner.length === 1 && inner[0] ? inner[0].words : [] });
    }
    this.mark();
  }

  /** Shows what is edited. */
  setFocus(at: string): void {
    if (at === this.focus) return;
    this.focus = at;
    this.mark();
    this.reveal();
  }

  /** Shows what is being typed in the place of a leaf, until the server does. */
  show(at: string, words: string): void {
    this.typed.set(at, { words, turn: ++this.turn });
    this.cover(at, words);
  }

  /**
   * Becomes what the server sends, but for what was typed since a turn. Returns false, and stays, where only a page
   * loaded anew can show it.
   */
  take(sent: Document, since: number): boolean {
    const { activeElement } = this.document;
    const focused = activeElement && this.places.get(activeElement);
    this.clearMarks();
    for (const [text, words] of this.covered) text.data = words;
    this.covered.clear();
    const isDone = exchange(this.document, this.sent, sent);
    if (isDone) {
      this.sent = sent;
      this.document.title = sent.title;
      for (const [at, { turn }] of this.typed) if (turn <= since) this.typed.delete(at);
    }
    this.align(this.page);
    for (const [at, { words }] of this.typed) this.cover(at, words);
    if (focused && !activeElement?.isConnected) {
      const found = this.all.find((place) => keyOf(place) === keyOf(focused));
      (found?.element as HTMLElement | undefined)?.focus({ preventScroll: true });
    }
    return isDone;
  }

  /** Takes over where another page has been scrolled to, and what was picked there. */
  follow(other: StandingPage): void {
    this.picked = other.picked;
    const { scrollX: left = 0, scrollY: top = 0 } = other.document.defaultView ?? {};
    this.document.defaultView?.scrollTo({ left, top, behavior: 'instant' });
  }

  private cover(at: string, words: string): void {
    const places = this.all.filter((place) => place.at === at && place.words.length > 0);
    const said = places.map((place) => place.words.map((text) => this.covered.get(text) ?? text.data).join(''));
    // What stands for another value, and a text of several paragraphs, only the server can show. It takes none as long.
    if (words.length > longest || words.includes('{{') || new Set(said.map(normalise)).size !== 1) return;
    for (const text of places.flatMap((place) => place.words)) {
      if (!this.covered.has(text)) this.covered.set(text, text.data);
      text.data = '';
    }
    for (const place of places) if (place.words[0]) place.words[0].data = words;
    this.reveal();
  }

  /** The element of what is edited: of a leaf or what it is made of, of a section, or of an item with leaves. */
  private get edited(): Element | undefined {
    const { focus, picked, document } = this;
    if (!focus) return undefined;
    const places = this.all.filter(({ at }) => at === focus).map(({ element }) => element);
    const last = picked.at === focus ? places[picked.index] : undefined;
    const own = last ?? places.find((element) => !element.matches('label')) ?? places[0];
    const band = bandsOf(document)[this.page.sections.findIndex(({ at }) => at === focus)];
    const [first, ...others] = this.all.filter(({ at }) => isBegin(focus, at)).map(({ element }) => element);
    const item = first && ancestors(first, document.body).find((box) => others.every((other) => box.contains(other)));
    const inner = item?.querySelector('[data-section]') ? first : item;
    return own ?? band ?? inner ?? this.all.find(({ at }) => isBegin(at, focus))?.element;
  }

  private get all(): Place[] {
    return [...this.places.values()];
  }

  private clearMarks(): void {
    for (const undo of this.unmark.splice(0).reverse()) undo();
  }

  private mark(): void {
    this.clearMarks();
    for (const [element, place] of this.places) {
      this.set(element, marksOf(place));
      // A link leads nowhere here: of one that holds several places, only these are worth a stop.
      const link = element.parentElement?.closest('a[href]');
      if (link && !this.places.has(link)) this.set(link, { tabindex: '-1' });
    }
    if (this.edited) this.set(this.edited, { 'data-studio': 'edited' });
  }

  private set(element: Element, marks: Record<string, string>): void {
    for (const [name, value] of Object.entries(marks)) {
      const former = element.getAttribute(name);
      element.setAttribute(name, value);
      this.unmark.push(() => (former === null ? element.removeAttribute(name) : element.setAttribute(name, former)));
    }
  }

  /** Brings what is edited into sight, out of what hides it. */
  private reveal(): void {
    const { edited } = this;
    if (!edited) return;
    for (const box of ancestors(edited, this.document.body)) open(box, edited);
    const { top, bottom, height } = edited.getBoundingClientRect();
    const room = this.document.documentElement.clientHeight;
    const isTall = height > room;
    if (isTall ? bottom < 0 || top > room : top < 0 || bottom > room)
      edited.scrollIntoView({ block: isTall ? 'start' : 'center', behavior: 'instant' });
  }

  private readonly click = (event: MouseEvent) => {
    const target = event.target as Element;
    const control = target.closest('a, button');
    closeLists(target);
    if (control?.hasAttribute('popovertarget')) return;
    if (control) event.preventDefault();
    if (control?.role === 'tab') openTab(control);
    const under = event.detail > 0 ? this.document.elementsFromPoint(event.clientX, event.clientY) : [];
    const pick = this.pickAt(target, under);
    if (pick) this.pick(pick);
  };

  private readonly press = (event: KeyboardEvent) => {
    const place = this.places.get(event.target as Element);
    if (event.ctrlKey || event.metaKey || event.key === 'F6') {
      // Undo, redo and the way to other areas are those of Studio.
      if (!dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
    } else if (place && (event.key === 'Enter' || event.key === ' ') && !place.element.matches(native)) {
      event.preventDefault();
      this.pick(place);
    }
  };

  private pick(pick: Pick): void {
    const { file, at } = pick;
    this.picked = { at, index: this.all.filter((place) => place.at === at).indexOf(pick as Place) };
    if (at === this.focus) this.mark();
    this.onPick({ file, at });
  }

  /** What a click on an element picks, with others under it: a leaf, else what it is about, else the section. */
  private pickAt(target: Element, under: Element[] = []): Pick | undefined {
    const band = target.closest('[data-section]');
    const boxes = ancestors(target, band ?? this.document.body);
    const picture = under.find((element) => this.places.get(element)?.words.length === 0 && band?.contains(element));
    const place = [...boxes, picture].map((box) => box && this.places.get(box)).find((place) => place);
    if (place) return place;
    const within = boxes.map((box) => this.all.filter(({ element }) => box.contains(element)));
    const index = within.findIndex((places) => places.length > 0);
    const value = (band || !boxes[index]?.querySelector('[data-section]')) && around(within[index] ?? []);
    return value || this.page.sections[band ? bandsOf(this.document).indexOf(band) : -1];
  }
}
