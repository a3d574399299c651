import { type ComponentType, memo } from 'react';
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

/**
 * Renders a page with the template that its content names, and the same page not twice: a section that the client has
 * still to take over would be made anew instead, without what was typed in it.
 */
export const Template = memo(function Template({ page }: { page: Page }) {
  const Content = templates[page.template];
  return (
    <PageShell page={page}>
      <Content page={page} />
    </PageShell>
  );
});
