import { clsx } from 'clsx';
import { useId } from 'react';
import { useSite } from '../content/site-context';
import { SiteLink } from '../links/SiteLink';

/** A slim line above the bar, for as long as the site says so. It scrolls away with the page. */
export function Announcement() {
  const { announcement } = useSite();
  const id = useId();
  if (!announcement) return null;
  const { text, link } = announcement;
  return (
    <section
      aria-labelledby={id}
      data-slot="announcement"
      className={clsx(
        'bg-primary text-center text-sm/[1.45] font-medium text-on-primary print:hidden',
        'forced-colors:border-b',
        // Where the menu cannot know how high this is, it takes its place.
        'not-supports-[anchor-name:--top]:[body:has(.menu:popover-open)_&]:hidden',
      )}
    >
      <p className="wrap py-1.5 text-balance" id={id}>
        {link ? (
          <SiteLink
            className={clsx(
              'onward inline-block py-0.5 underline-offset-4 after:ms-2.5 after:inline-block',
              'hover:underline focus-visible:outline-on-primary',
            )}
            link={link}
          />
        ) : (
          text
        )}
      </p>
    </section>
  );
}
