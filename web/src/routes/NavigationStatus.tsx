import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useSite } from '../content/site-context';

/** How long a page may be on its way before that is worth saying, in milliseconds. */
const loadingDelay = 150;

interface Props {
  pending: boolean;
  /** The title of the page that was just arrived at. */
  announcement: string;
}

/** Says that a page is on its way, and that it has arrived. */
export function NavigationStatus({ pending, announcement }: Props) {
  const { labels } = useSite();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setSlow(true), loadingDelay);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  return (
    <>
      <p aria-live="polite" className="sr-only" role="status">
        {slow ? labels.loading : announcement}
      </p>
      {slow && (
        <div
          aria-hidden="true"
          className={clsx(
            'fixed inset-x-0 top-0 z-60 h-0.5 origin-left rtl:origin-right animate-progress bg-(image:--gradient)',
            'motion-reduce:animate-none',
          )}
        />
      )}
    </>
  );
}
