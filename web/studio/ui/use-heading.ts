import { useEffect, useRef } from 'react';
import { words } from '../words';

/** Names the document, and moves the focus to the heading of a new view, unless something in it is to have it. */
export function useHeading(title: string, hasFocus = false) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFree = useRef(!hasFocus);
  useEffect(() => {
    document.title = [title, words.studio].filter(Boolean).join(' · ');
    if (title && isFree.current) heading.current?.focus();
  }, [title]);
  return heading;
}
