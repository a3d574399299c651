import type { ReactNode } from 'react';
import { useSite } from '../content/site-context';
import type { Page } from '../content/types.gen';
import { Announcement } from './Announcement';
import { Footer } from './Footer';
import { Header } from './Header';

interface Props {
  page: Page;
  children: ReactNode;
}

/** What all templates have in common: the link past the navigation, the bar, the content, the footer. */
export function PageShell({ page, children }: Props) {
  const { labels } = useSite();
  return (
    <>
      <a
        className="fixed top-3 start-3 z-60 rounded-md bg-primary px-4 py-2 text-on-primary not-focus:sr-only"
        href="#content"
      >
        {labels.skip}
      </a>
      <Announcement />
      <Header page={page} />
      <main className="flex-1" data-look={page.look} id="content" tabIndex={-1}>
        {children}
        <div aria-hidden="true" data-slot="backdrop" />
      </main>
      <Footer page={page} />
    </>
  );
}
