import type { Link } from '../content/types.gen';

/**
 * Says to assistive technology that a link leads to the page on display, or to one that it is below. Every page is
 * below the first one of its site, which tells nobody anything.
 */
export function isCurrent({ href }: Link, path: string, home: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== home && path.startsWith(`${href}/`) ? 'true' : undefined;
}
