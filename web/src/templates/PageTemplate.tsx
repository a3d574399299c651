import type { ComponentType } from 'react';
import type { Page, Section } from '../content/types.gen';
import { BackLink } from '../layout/BackLink';
import { sections } from '../sections/registry.gen';
import { JoinedDrawings } from '../ui/Drawing';
import { LeadPicture } from '../ui/Picture';
import { EntryFoot } from './EntryFoot';
import { EntryHead } from './EntryHead';
import { ListFoot } from './ListFoot';
import { ListHead } from './ListHead';
import { SectionBoundary } from './SectionBoundary';
import { sectionKeys } from './section-keys';

/** A page made of sections, and of what a collection adds to it. */
export function PageTemplate({ page }: { page: Page }) {
  const keys = sectionKeys(page.sections ?? []);
  const { entry, list } = page;
  const whole = list?.whole ?? entry?.list;
  const back = page.back ?? (whole?.href ? whole : undefined);
  const top = back ? 'pt-6' : 'pt-[calc(var(--bar)+var(--section-space)*0.5)]';
  return (
    <LeadPicture value={page.lead}>
      {back && (
        <div className="wrap pt-[calc(var(--bar)+1.5rem)]">
          <BackLink link={back} />
        </div>
      )}
      {entry && <EntryHead entry={entry} page={page} top={top} />}
      {list && <ListHead list={list} page={page} top={top} />}
      <JoinedDrawings value={page.drawings}>
        {page.sections?.map((section, index) => {
          // The registry is checked against the union; a lookup by a member of it loses which one it was.
          const Component = sections[section.type] as ComponentType<Section>;
          return (
            <SectionBoundary key={keys[index]} section={section}>
              <Component {...section} />
            </SectionBoundary>
          );
        })}
      </JoinedDrawings>
      {entry && <EntryFoot entry={entry} page={page} />}
      {list && <ListFoot list={list} title={page.title} />}
    </LeadPicture>
  );
}
