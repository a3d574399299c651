import type { ReactNode } from 'react';
import type { Page } from '../content/types.gen';
import { Announcement } from './Announcement';
import { Footer } from './Footer';
import { Header } from './Header';
import { SkipLink } from './SkipLink';

interface Props {
  page: Page;
  children: ReactNode;
}

/** What all templates have in common: the bar, the content, the footer. */
export function PageShell({ page, children }: Props) {
  return (
    <>
      <SkipLink />
      <Announcement />
      <Header page={page} />
      <main className="flex-1" data-look={page.look} id="content" tabIndex={-1}>
        {children}
        <div aria-hidden="true" data-slot="backdrop" />
      </main>
      <Footer />
    </>
  );
}
