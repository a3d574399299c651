import { useSite } from '../content/site-context';

/** The first link of a page: past the navigation, to the content. */
export function SkipLink() {
  const { labels } = useSite();
  return (
    <a
      className="fixed top-3 start-3 z-60 rounded-md bg-primary px-4 py-2 text-on-primary not-focus:sr-only"
      href="#content"
    >
      {labels.skip}
    </a>
  );
}
