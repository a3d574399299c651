import { useLayoutEffect } from 'react';
import type { Head, PageData } from '../content/types.gen';

/** Keeps the head of the document in step with the page, once it is not the page of the document any more. */
export function useDocumentHead(data: PageData, active: boolean): void {
  const { head } = data.page;
  useLayoutEffect(() => {
    if (active) writeHead(head);
  }, [head, active]);
}

function writeHead(head: Head): void {
  document.title = head.title;
  write('meta', 'name', 'description', 'content', head.description);
  write('meta', 'name', 'robots', 'content', head.noIndex ? 'noindex' : undefined);
  write('link', 'rel', 'canonical', 'href', head.canonical);
  write('meta', 'property', 'og:title', 'content', head.title);
  write('meta', 'property', 'og:description', 'content', head.description);
  write('meta', 'property', 'og:url', 'content', head.canonical);
  write('meta', 'property', 'og:image', 'content', head.image);
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
