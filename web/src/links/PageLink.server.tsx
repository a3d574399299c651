import type { ComponentProps } from 'react';

/**
 * A link to a page of the same site, as the server draws it: what follows links
 * and fetches ahead is the client's business, and takes longer than the link.
 */
export function PageLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a {...rest} href={href} />;
}
