import { useSyncExternalStore } from 'react';

// The server decides what stands at an address, so the client needs no router: it has to know when the address changes,
// and to change it without a new document.

const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('popstate', changed);
  };
}

/** Goes on to an address of this site. One that is there already makes no entry in the history, as in browsers. */
export function goTo(href: string): void {
  const { href: current } = window.location;
  const change = new URL(href, current).href === current ? 'replaceState' : 'pushState';
  window.history[change]({ entry: newEntry() }, '', href);
  for (const changed of [...listeners]) changed();
}

/** The path of the address. */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, pathname, pathname);
}

/** The query of the address, such as ?form=booking. The server renders every page without one. */
export function useQuery(): string {
  return useSyncExternalStore(subscribe, query, import.meta.env.SSR ? none : query);
}

/**
 * The name of the current entry of the session history. It is empty where the browser made the entry: for a document,
 * and for an anchor of the page.
 */
export function useEntry(): string {
  return useSyncExternalStore(subscribe, entry, entry);
}

/** Gives the current entry a name. */
export function nameEntry(): string {
  const entry = newEntry();
  window.history.replaceState({ ...window.history.state, entry }, '');
  return entry;
}

const pathname = () => window.location.pathname;
const query = () => window.location.search;
const none = () => '';
const entry = (): string => window.history.state?.entry ?? '';
/** No two of a session are the same, also when the document is loaded again. */
const newEntry = () => Math.random().toString(36).slice(2);
