import type { Place } from './align';
import { words } from './words-preview';

/** Where something can be picked, and the one that is edited. No style of a page is in its way. */
const css = `
  [data-studio] { cursor: pointer !important; }
  @media (hover: hover) {
    :where([data-studio]:hover:not(:has([data-studio]:hover))) { outline: 2px dashed oklch(0.62 0.19 262) !important; }
  }
  [data-studio]:focus-visible, [data-studio=edited] { outline: 3px solid oklch(0.62 0.19 262) !important; }
  [data-studio] { outline-offset: 3px !important; }
  /* Some links reach over all of their card, and its words are under them. */
  a::before, a::after { pointer-events: none !important; }
`;

/** Gives a document the style of what can be picked. Its policy allows no style element, but this. */
export function addStyle(document: Document): void {
  const view = document.defaultView as (Window & typeof globalThis) | null;
  if (!view) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** What has the focus by itself, and is clicked by Enter. */
export const native = 'a[href], button, summary, input, video';
/** Elements that say more than that one can press them. */
const telling = 'h1, h2, h3, h4, h5, h6, li, dt, dd, table, th, td, caption, legend, label';
const named = 'a, button, summary, h1, h2, h3, h4, h5, h6, table, th, td';

/** The attributes by which the style, keyboards and screen readers find a place. */
export function marksOf({ element, words: texts }: Place): Record<string, string> {
  const marks: Record<string, string> = { 'data-studio': '' };
  if (element.closest('[aria-hidden=true]')) return marks;
  const text = texts.map(({ data }) => data).join('');
  const canFocus = element.matches(native);
  const isButton = !canFocus && !element.matches(telling) && !element.querySelector(native);
  marks['aria-description'] = isButton || element.matches(named) ? words.change : `${words.change}: ${text}`;
  if (!canFocus || element.getAttribute('tabindex') === '-1') marks.tabindex = '0';
  if (isButton) marks.role = 'button';
  if (isButton && texts.length === 0) marks['aria-label'] = element.getAttribute('alt') || words.picture;
  return marks;
}
