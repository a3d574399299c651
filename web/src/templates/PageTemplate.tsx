import type { ComponentType } from 'react';
import type { Page, Section } from '../content/types.gen';
import { BackLink } from '../layout/BackLink';
import { sections } from '../sections/registry.gen';
import { LeadPicture } from '../ui/Picture';
import { SectionBoundary } from './SectionBoundary';
import { sectionKeys } from './section-keys';

/** A page made of sections. */
export function PageTemplate({ page }: { page: Page }) {
  const keys = sectionKeys(page.sections ?? []);
  return (
    <LeadPicture value={page.lead}>
      {page.back && (
        <div className="wrap pt-[calc(var(--bar)+1.5rem)]">
          <BackLink link={page.back} />
        </div>
      )}
      {page.sections?.map((section, index) => {
        // The registry is checked against the union; a lookup by a member of it loses which one it was.
        const Component = sections[section.type] as ComponentType<Section>;
        return (
          <SectionBoundary key={keys[index]} section={section}>
            <Component {...section} />
          </SectionBoundary>
        );
      })}
    </LeadPicture>
  );
}
