import { useEffect, useRef } from 'react';
import { words } from '../words';

/** Names the document, and moves the focus to the heading of a new view, unless something beside it has it already. */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, words.studio].filter(Boolean).join(' · ');
    if (title && !heading.current?.closest('main')?.contains(document.activeElement)) heading.current?.focus();
  }, [title]);
  return heading;
}
