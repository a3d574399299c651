import type { ComponentType } from 'react';
import type { Page } from '../content/types.gen';
import { PageShell } from '../layout/PageShell';
import { LegalTemplate } from './LegalTemplate';
import { NotFoundTemplate } from './NotFoundTemplate';
import { PageTemplate } from './PageTemplate';

const templates = {
  page: PageTemplate,
  legal: LegalTemplate,
  'not-found': NotFoundTemplate,
} satisfies Record<Page['template'], ComponentType<{ page: Page }>>;

/** Draws a page with the template that its content names. */
export function Template({ page }: { page: Page }) {
  const Content = templates[page.template];
  return (
    <PageShell page={page}>
      <Content page={page} />
    </PageShell>
  );
}
