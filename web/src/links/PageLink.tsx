import type { ComponentProps, MouseEvent } from 'react';
import { useLinkClickHandler } from 'react-router';
import { usePrefetch } from '../content/use-prefetch';

interface Props extends ComponentProps<'a'> {
  href: string;
}

/**
 * A link to a page of the same site: fetched on intent, and followed without a
 * new document. Clicks with a key held down are left to the browser.
 */
export function PageLink({ href, onClick, ...rest }: Props) {
  const prefetch = usePrefetch(href);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  return <a {...rest} {...prefetch} href={href} onClick={follow} />;
}
