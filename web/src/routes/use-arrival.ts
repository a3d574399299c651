import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A link among those of a page that lead to the same address. */
interface Followed {
  href: string;
  among: number;
}

/**
 * What a browser does when it arrives at a page, and a client that navigates has to do itself: scroll to the top or to
 * the anchor, and move the focus to the new content, or on the way back to the link that was followed. Where a page was
 * scrolled to is restored by the browser, which is only told when the page is there.
 */
export function useArrival(displayed: string, failed: boolean): void {
  const location = useLocation();
  const type = useNavigationType();
  const last = useRef({ displayed, failed, entry: location.key });
  // By entry of the session history.
  const followed = useRef(new Map<string, Followed>()).current;
  const arrive = useRef<() => void>(undefined);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Browsers that do not know it restore at once, which is right where the page is still in the cache.
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        const turns = new URL(event.destination.url).pathname !== last.current.displayed;
        if (event.navigationType !== 'traverse' || !event.canIntercept || !turns) return;
        const { scrollHeight, style } = document.documentElement;
        const arrived = new Promise<void>((resolve) => {
          arrive.current = () => {
            // A page that is shorter than the last one was scrolled would be moved to its end, and left there.
            style.minHeight = `${scrollHeight}px`;
            // Smooth, it would begin at the top, and who goes on meanwhile would leave a position in between behind.
            style.scrollBehavior = 'auto';
            resolve();
          };
        });
        const restore = async () => {
          await arrived;
          event.scroll();
          // Chromium scrolls with the next frame.
          const usual = () => Object.assign(style, { minHeight: '', scrollBehavior: '' });
          requestAnimationFrame(() => requestAnimationFrame(usual));
        };
        event.intercept({ focusReset: 'manual', handler: restore });
      },
      { signal },
    );
    const remember = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
      if (!link) return;
      followed.set(last.current.entry, { href: link.href, among: linksTo(link.href).indexOf(link) });
    };
    document.addEventListener('click', remember, { capture: true, signal });
    return () => listening.abort();
  }, [followed]);

  useLayoutEffect(() => {
    if (location.pathname !== displayed && !failed) return;
    const turned = last.current.displayed !== displayed || last.current.failed !== failed;
    last.current = { displayed, failed, entry: location.key };
    if (type === 'POP') {
      if (!turned) return;
      if (!failed) arrive.current?.();
      const { href = '', among = 0 } = followed.get(location.key) ?? {};
      focusOn(linksTo(href)[among] ?? mainTitle());
      return;
    }
    const target = anchorTarget(location.hash);
    unfold(target);
    // Smooth, it would start at the top, or where the last page was left.
    if (target) target.scrollIntoView({ behavior: turned ? 'instant' : 'auto' });
    else window.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    if (turned || target) focusOn(target ?? mainTitle());
  }, [location, type, displayed, failed, followed]);
}

function linksTo(href: string): HTMLAnchorElement[] {
  return Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]')).filter((link) => link.href === href);
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

function mainTitle(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
