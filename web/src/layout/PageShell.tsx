import type { ReactNode } from 'react';
import { useSite } from '../content/site-context';
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
  const { theme } = useSite();
  return (
    <>
      <SkipLink />
      <Announcement />
      <Header page={page} />
      <main className="flex-1" data-horizon={page.horizon} id="content" tabIndex={-1}>
        {children}
        {theme.background === 'aurora' && <div aria-hidden="true" className="horizon" />}
      </main>
      <Footer />
    </>
  );
}
