import type { Leaf, Page } from '../api/types';

/** A leaf as it is shown: a picture has an address, and maybe no words. */
type Shown = Leaf & { src?: string };

/** What is picked: a value or, where nobody knows which, what it stands in. */
export interface Pick {
  file: string;
  at: string;
  /** The path of the section that it was picked in. */
  section?: string | undefined;
}

/** An element that shows a leaf, and the text in it that is the leaf's words; none in a picture. */
export interface Place extends Pick {
  element: Element;
  words: Text[];
}

/** Words as they are compared: neither templates nor browsers change more than white space, and how marks look. */
export function normalise(words: string): string {
  const bare = words.replace(/\s+/g, '');
  if (/^[!-~]*$/.test(bare)) return bare; // as most are, and the rest takes its time
  return bare
    .normalize('NFKC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐-―−]/g, '-');
}

/** The sections of a page in its document: the n-th that is marked is the n-th of the page. */
export const bandsOf = (document: Document) => [...document.querySelectorAll('[data-section]')];

/** The places of all leaves that a document shows. */
export function align(document: Document, page: Page): Map<Element, Place> {
  const found = bandsOf(document).flatMap((band, index) => {
    const section = page.sections[index];
    return section ? match(band, section.leaves, section.at) : [];
  });
  return new Map([...match(document.body, page.around), ...found].map((place) => [place.element, place]));
}

/** An element that shows one of several leaves, which have the same words. */
interface Candidate extends Shows {
  element: Element;
  leaves: Shown[];
}

/** Text, and what it says as words are compared. */
interface Shows {
  words: Text[];
  text: string;
}

function match(root: Element, leaves: Shown[], section?: string): Place[] {
  const { found } = new Search(root, leaves);
  const near = new Map<Element, string[][]>();
  for (const { element, leaves } of found) {
    const [leaf, other] = leaves;
    if (leaf && !other) for (const around of ancestors(element, root)) add(near, around, stepsOf(leaf));
  }
  const times = new Map<Shown[], number>();
  const controls = found.map(({ element }) => element.closest('a, button, summary'));
  return found.flatMap(({ element, words, leaves }, index) => {
    const time = times.get(leaves) ?? 0;
    times.set(leaves, time + 1);
    const leaf = choose(leaves, element, root, near) ?? leaves[time % leaves.length];
    // What all of a link or a button is about is picked by it.
    const control = controls[index];
    const alone = control && controls.filter((other) => other === control).length === 1;
    return leaf ? [{ element: alone ? control : element, words, section, file: leaf.file, at: leaf.at }] : [];
  });
}

/** Finds the innermost elements that show leaves. What shows one as a whole shows no other. */
class Search {
  readonly found: Candidate[] = [];
  private readonly byWords = new Map<string, Shown[]>();
  private readonly byAddress = new Map<string, Shown[]>();

  constructor(root: Element, leaves: Shown[]) {
    for (const leaf of leaves) {
      addLeaf(this.byWords, normalise(leaf.text), leaf);
      addLeaf(this.byAddress, leaf.src ?? '', leaf);
    }
    this.byWords.delete('');
    this.byAddress.delete('');
    this.walk(root);
  }

  /** Looks into an element. Returns all text in it. */
  private walk(element: Element): Shows {
    const before = this.found.length;
    const all: Shows = { words: [], text: '' };
    let run: Shows = { words: [], text: '' };
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        const text = normalise((child as Text).data);
        for (const each of [all, run]) {
          each.words.push(child as Text);
          each.text += text;
        }
      } else if (child.nodeType === Node.ELEMENT_NODE && !silent.has((child as Element).localName)) {
        this.add(element, run);
        run = { words: [], text: '' };
        const inner = this.walk(child as Element);
        all.words.push(...inner.words);
        all.text += inner.text;
      }
    }
    const inner = this.found.slice(before);
    if (run.text !== all.text) this.add(element, run);
    if (this.byWords.has(all.text) && !inner.some(({ text }) => text === all.text)) {
      this.found.splice(before, this.found.length, ...inner.filter(({ words }) => words.length === 0));
      this.add(element, all);
    }
    this.addPicture(element);
    return all;
  }

  private add(element: Element, shows: Shows): void {
    const leaves = this.byWords.get(shows.text);
    if (leaves) this.found.push({ element, leaves, ...shows });
  }

  private addPicture(element: Element): void {
    const address = element.getAttribute(element.localName === 'img' ? 'src' : 'poster');
    if (!address) return;
    const leaves =
      this.byAddress.get(address.replace(/^\/studio\/preview/, '')) ??
      this.byWords.get(normalise(element.getAttribute('alt') ?? ''));
    if (leaves) this.found.push({ element, leaves, words: [], text: '' });
  }
}

/** Of these the text is no text of the page, or nothing in them can be clicked. What is around sections is not in main. */
const silent = new Set(['svg', 'style', 'script', 'template', 'select', 'textarea', 'main']);

function add<Key, Value>(to: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = to.get(key);
  if (values) values.push(value);
  else to.set(key, [value]);
}

function addLeaf(to: Map<string, Shown[]>, key: string, leaf: Shown): void {
  const isKnown = to.get(key)?.some(({ file, at }) => file === leaf.file && at === leaf.at);
  if (!isKnown) add(to, key, leaf);
}

/** The elements around one, from it on, up to the root. */
export function ancestors(element: Element, root: Element): Element[] {
  const all = [element];
  for (let around = element; around !== root && around.parentElement; all.push(around)) around = around.parentElement;
  return all;
}

/**
 * Of leaves with the same words, the one whose path is closest to those of what stands around the element, which is
 * the other words of the same item of a list; none where several are.
 */
function choose(leaves: Shown[], element: Element, root: Element, near: Map<Element, string[][]>): Shown | undefined {
  let left = leaves;
  for (const around of left.length > 1 ? ancestors(element, root) : []) {
    const known = near.get(around);
    if (!known) continue;
    const ways = left.map((leaf) => Math.min(...known.map((steps) => distance(stepsOf(leaf), steps))));
    left = left.filter((_, index) => ways[index] === Math.min(...ways));
    if (left.length === 1) break;
  }
  return left.length === 1 ? left[0] : undefined;
}

/** The steps of a path; with the file that it is in, where there are several. */
const stepsOf = ({ file, at }: { file: string; at: string }) => [file, ...(at.match(/\.?[^.[]+|\[\d+\]/g) ?? [])];

/** How many steps some paths have in common. */
function sharedBy([first = [], ...others]: string[][]): number {
  const end = first.findIndex((step, index) => others.some((other) => other[index] !== step));
  return end < 0 ? first.length : end;
}

const distance = (one: string[], other: string[]) => one.length + other.length - 2 * sharedBy([one, other]);

/** The value that all of some are in, if there is one. */
export function around(values: { file: string; at: string }[]): { file: string; at: string } | undefined {
  const paths = values.map(stepsOf);
  const [file, ...steps] = paths[0]?.slice(0, sharedBy(paths)) ?? [];
  return file && steps.length > 0 ? { file, at: steps.join('') } : undefined;
}
