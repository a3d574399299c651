import { clsx } from 'clsx';
import type { EntryList, Page } from '../content/types.gen';
import { RichText } from '../links/RichText';
import { SectionTitle } from '../ui/SectionTitle';

interface Props {
  page: Page;
  list: EntryList;
  /** Classes of the room above it. */
  top: string;
}

/** The title of a list, where no hero says it, and what its first page says before the entries. */
export function ListHead({ page, list, top }: Props) {
  if (!list.title && !page.markdown) return null;
  return (
    <div className={clsx('wrap grid grid-cols-1 gap-5', top)} data-section="list">
      <SectionTitle level={1} size="page" title={list.title} />
      {list.title && page.description && <p className="max-w-[46rem] text-lead-large text-muted">{page.description}</p>}
      {page.markdown && <RichText nodes={page.markdown} />}
    </div>
  );
}
