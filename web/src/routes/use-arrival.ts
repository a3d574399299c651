import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { ScrollMemory } from './scroll-memory';

let nativeEntries = 0;

/**
 * What a browser does when it arrives at a page, and a client that navigates
 * has to do itself: scroll to the top, to the anchor or to where the visitor
 * was, and move the focus to the new content.
 */
export function useArrival(displayed: string, failed: boolean): void {
  const location = useLocation();
  const type = useNavigationType();
  const [memory] = useState(() => new ScrollMemory(location.key));
  const last = useRef({ displayed, failed });
  useScrollControl(memory);

  // React draws what popstate changes at once, so no scrolling comes between the change of the entry and this.
  useLayoutEffect(() => {
    const turned = last.current.displayed !== displayed || last.current.failed !== failed;
    if (location.pathname !== displayed && !failed) return;
    last.current = { displayed, failed };
    // The browser made this entry itself, for an anchor of the page, and scrolls there itself.
    const native = type === 'POP' && window.history.state === null;
    const entry = native ? `anchor-${++nativeEntries}` : location.key;
    if (native) window.history.replaceState({ key: entry }, '');
    const moved = memory.enter(entry);
    if (native || !(moved || turned)) return memory.record();
    const target = anchorTarget(location.hash);
    unfold(target);
    const back = type === 'POP' && memory.restore();
    // Smooth, it would start at the top, or where the last page was left.
    if (!back && target) target.scrollIntoView({ behavior: turned ? 'instant' : 'auto' });
    else if (!back && (turned || type !== 'POP')) window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    if (turned || (target && !back)) focusContent(back ? null : target);
    memory.record();
    // Scrolling back saves by itself.
    if (!back) memory.save();
  }, [location, type, displayed, failed, memory]);
}

/** How long a browser may take to scroll to where a document was left, once it is loaded, in milliseconds. */
const settling = 1_000;

/** Takes scroll restoration over from the browser, and gives it back for the next document. */
function useScrollControl(memory: ScrollMemory): void {
  useEffect(() => {
    // The scroll event may come a frame later than a click, and a page that is there already sooner than that.
    const take = () => {
      window.history.scrollRestoration = 'manual';
      memory.record();
    };
    const giveBack = () => {
      window.history.scrollRestoration = 'auto';
    };
    const listening = new AbortController();
    const { signal } = listening;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      timer = setTimeout(take, settling);
    };
    memory.recall();
    // Not at once, if nobody clicks: while a document that was loaded again settles, the browser scrolls to where
    // it was, and would go to the anchor of the address instead if we had taken over.
    if (document.readyState === 'complete') settle();
    else window.addEventListener('load', settle, { once: true, signal });
    window.addEventListener('click', take, { capture: true, signal });
    window.addEventListener('pagehide', giveBack, { signal });
    window.addEventListener('scroll', () => memory.record(), { passive: true, signal });
    // On the way out it would be too late: the entry's state is not taken any more.
    window.addEventListener('scrollend', () => memory.save(), { signal });
    return () => {
      clearTimeout(timer);
      giveBack();
      listening.abort();
    };
  }, [memory]);
}

function anchorTarget(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  const name = hash.slice(1);
  return document.getElementById(name) ?? document.getElementById(decode(name));
}

/** Opens what an anchor is folded away in, as browsers do by themselves. */
function unfold(target: HTMLElement | null): void {
  const folded = target?.closest('details');
  if (folded) folded.open = true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Moves the focus to an anchor, to the main title, or to the content. */
function focusContent(target: HTMLElement | null): void {
  const element =
    target ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!element) return;
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
