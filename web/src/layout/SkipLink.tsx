import { useSite } from '../content/site-context';

/** The first link of a page: past the navigation, to the content. */
export function SkipLink() {
  const { labels } = useSite();
  return (
    <a className="skip" href="#content">
      {labels.skip}
    </a>
  );
}
