import type { Leaf, Page } from '../api/types';
import { isBegin } from '../changes/values';

/** What is picked: a value or, where nobody knows which, what it stands in. */
export interface Pick {
  file: string;
  at: string;
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
  const found = bandsOf(document).flatMap((band, index) => match(band, page.sections[index]?.leaves ?? []));
  return new Map([...match(document.body, page.around), ...found].map((place) => [place.element, place]));
}

/** Text, and what it says as words are compared. */
interface Shows {
  words: Text[];
  text: string;
}

/** An element that shows one of several leaves, which have the same words. */
interface Candidate extends Shows {
  element: Element;
  leaves: Leaf[];
}

function match(root: Element, leaves: Leaf[]): Place[] {
  const found = search(root, leaves);
  const sure = found.flatMap(({ element, leaves: [leaf, other] }) => (leaf && !other ? [{ element, leaf }] : []));
  const near = group(
    sure.flatMap(({ element, leaf }) => ancestors(element, root).map((box) => [box, stepsOf(leaf)] as const)),
  );
  const times = new Map<Leaf[], number>();
  const controls = found.map(({ element }) => element.closest('a, button, summary'));
  return found.flatMap(({ element, words, leaves }, index) => {
    const time = times.get(leaves) ?? 0;
    times.set(leaves, time + 1);
    const leaf = choose(leaves, ancestors(element, root), near) ?? leaves[time % leaves.length];
    // What all of a link or a button is about is picked by it.
    const control = controls[index];
    const alone = control && controls.filter((other) => other === control).length === 1;
    return leaf ? [{ element: alone ? control : element, words, file: leaf.file, at: leaf.at }] : [];
  });
}

/** Of these the text is no text of the page, or nothing in them can be clicked. What is around sections is not in main. */
const silent = new Set(['svg', 'style', 'script', 'template', 'select', 'textarea', 'main']);

/** Finds the innermost elements that show leaves. What shows one as a whole shows no other. */
function search(root: Element, leaves: Leaf[]): Candidate[] {
  const found: Candidate[] = [];
  const distinct = [...new Map(leaves.map((leaf) => [JSON.stringify(leaf), leaf])).values()];
  const byWords = group(distinct.map((leaf) => [normalise(leaf.text), leaf]));
  // Where a value says just what one in it says, such as a plan its first price, it is the inner one.
  for (const [words, same] of byWords) {
    const inner = same.filter(({ at }) => !same.some((other) => other.at !== at && isBegin(at, other.at)));
    byWords.set(words, inner);
  }
  const byAddress = group(distinct.map((leaf) => [leaf.src ?? '', leaf]));
  byWords.delete('');
  const add = (element: Element, shows: Shows, leaves = byWords.get(shows.text)) => {
    if (leaves) found.push({ element, leaves, ...shows });
  };
  const walk = (element: Element): Shows => {
    const before = found.length;
    const all: Shows = { words: [], text: '' };
    let run: Shows = { words: [], text: '' };
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        run.words.push(child as Text);
        run.text += normalise((child as Text).data);
      } else if (child.nodeType === Node.ELEMENT_NODE && !silent.has((child as Element).localName)) {
        add(element, run);
        append(all, run);
        append(all, walk(child as Element));
        run = { words: [], text: '' };
      }
    }
    if (all.text) add(element, run);
    append(all, run);
    const inner = found.slice(before);
    if (byWords.has(all.text) && !inner.some(({ words, text }) => words.length > 0 && text === all.text)) {
      found.splice(before, found.length, ...inner.filter(({ words }) => words.length === 0));
      add(element, all);
    }
    const address = element.getAttribute(element.localName === 'img' ? 'src' : 'poster');
    const alt = { words: [], text: normalise(element.getAttribute('alt') ?? '') };
    if (address) add(element, alt, byAddress.get(address.replace(/^\/studio\/preview/, '')));
    return all;
  };
  walk(root);
  return found;
}

function append(to: Shows, { words, text }: Shows): void {
  to.words.push(...words);
  to.text += text;
}

function group<Key, Value>(entries: (readonly [Key, Value])[]): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of entries) {
    const values = groups.get(key);
    if (values) values.push(value);
    else groups.set(key, [value]);
  }
  return groups;
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
function choose(leaves: Leaf[], boxes: Element[], near: Map<Element, string[][]>): Leaf | undefined {
  let left = leaves;
  for (const box of boxes) {
    const known = near.get(box);
    if (!known || left.length === 1) continue;
    const ways = left.map((leaf) => Math.min(...known.map((steps) => distance(stepsOf(leaf), steps))));
    left = left.filter((_, index) => ways[index] === Math.min(...ways));
  }
  return left.length === 1 ? left[0] : undefined;
}

/** The steps of a path; with the file that it is in, where there are several. */
const stepsOf = ({ file, at }: Pick) => [file, ...(at.match(/\.?[^.[]+|\[\d+\]/g) ?? [])];

/** How many steps some paths have in common. */
function sharedBy([first = [], ...others]: string[][]): number {
  const end = first.findIndex((step, index) => others.some((other) => other[index] !== step));
  return end < 0 ? first.length : end;
}

const distance = (one: string[], other: string[]) => one.length + other.length - 2 * sharedBy([one, other]);

/** The value that all of some are in, if there is one. */
export function around(values: Pick[]): Pick | undefined {
  const paths = values.map(stepsOf);
  const [file, ...steps] = paths[0]?.slice(0, sharedBy(paths)) ?? [];
  return file && steps.length > 0 ? { file, at: steps.join('') } : undefined;
}
