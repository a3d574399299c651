import { useSite } from '../content/site-context';

/** The first link of a page: past the navigation, to the content. */
export function SkipLink() {
  const { labels } = useSite();
  return (
    <a
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
      href="#content"
    >
      {labels.skip}
    </a>
  );
}
