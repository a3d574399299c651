import { useLayoutEffect } from 'react';
import type { Page, PageData } from '../content/types.gen';

/** Keeps the head of the document in step with the page, once it is not the page of the document any more. */
export function useDocumentHead(data: PageData, active: boolean): void {
  const { page } = data;
  useLayoutEffect(() => {
    if (!active) return;
    writeHead(page);
    // For what counts (integrations/begin.ts).
    document.dispatchEvent(new CustomEvent('page-shown', { detail: page.path }));
  }, [page, active]);
}

function writeHead({ head, translations }: Page): void {
  document.title = head.title;
  write('meta', 'name', 'description', 'content', head.description);
  write('meta', 'name', 'robots', 'content', head.noIndex ? 'noindex' : undefined);
  write('link', 'rel', 'canonical', 'href', head.canonical);
  write('meta', 'property', 'og:title', 'content', head.title);
  write('meta', 'property', 'og:description', 'content', head.description);
  write('meta', 'property', 'og:url', 'content', head.canonical);
  write('meta', 'property', 'og:image', 'content', head.image);
  for (const link of document.head.querySelectorAll('link[hreflang]')) link.remove();
  const listed = translations?.filter(({ noIndex }) => !noIndex);
  const [original] = translations ?? [];
  if (!listed || !original || !head.canonical || head.noIndex) return;
  if (listed[0] === original) listed.push({ language: 'x-default', href: original.href });
  for (const { language, href } of listed) {
    const link = document.head.appendChild(document.createElement('link'));
    Object.assign(link, { rel: 'alternate', hreflang: language, href: new URL(href, head.canonical).href });
  }
}

/** Sets, adds or removes the one element of the head whose attribute `key` is `name`. */
function write(tag: 'meta' | 'link', key: string, name: string, attribute: string, value: string | undefined): void {
  let element = document.head.querySelector(`${tag}[${key}="${name}"]`);
  if (!value) {
    element?.remove();
    return;
  }
  element ??= document.head.appendChild(document.createElement(tag));
  element.setAttribute(key, name);
  element.setAttribute(attribute, value);
}
