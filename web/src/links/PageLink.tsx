import type { ComponentProps } from 'react';
import { useLinkClickHandler } from 'react-router';
import { usePrefetch } from '../content/use-prefetch';

interface Props extends Omit<ComponentProps<'a'>, 'onClick'> {
  href: string;
}

/** A link to a page of the same site: fetched on intent, and followed without a new document. */
function ClientLink({ href, ...rest }: Props) {
  const prefetch = usePrefetch(href);
  const follow = useLinkClickHandler<HTMLAnchorElement>(href);
  return <a {...rest} {...prefetch} href={href} onClick={follow} />;
}

/** On the server the same HTML without the hooks of a browser: links are a fifth of a page's rendering time. */
export const PageLink = import.meta.env.SSR ? 'a' : ClientLink;
