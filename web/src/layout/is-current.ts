import type { Link } from '../content/types.gen';

/** Says to assistive technology that a link leads to the page on display. */
export function isCurrent(link: Link, path: string): 'page' | undefined {
  return link.href === path ? 'page' : undefined;
}
