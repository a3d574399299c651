import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { EntryDetail, EntryFact, Page } from '../content/types.gen';
import { RichText } from '../links/RichText';
import { Badge } from '../ui/Badge';
import { Picture } from '../ui/Picture';
import { SectionTitle } from '../ui/SectionTitle';

/** Whether facts stand beside the text: then it begins at the edge, else it stands in the middle. */
export const hasAside = ({ entry, facts }: Page) => entry?.when !== undefined || facts !== undefined;

const besideFacts = 'grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,46rem)_minmax(0,1fr)] lg:items-start';

interface Props {
  page: Page;
  entry: EntryDetail;
  /** Classes of the room above it. */
  top: string;
}

/** The title of an entry, what there is to know about it, and its text; facts beside that where there is room. */
export function EntryHead({ page, entry, top }: Props) {
  const beside = hasAside(page);
  const column = beside ? 'max-w-[46rem]' : 'mx-auto max-w-[46rem]';
  return (
    <div className={clsx('wrap', top)} data-section="entry">
      <header data-slot="head" data-words="page" className={clsx('grid grid-cols-1 justify-items-start gap-5', column)}>
        <EntryLine entry={entry} />
        <SectionTitle level={1} size="page" title={page.title} />
        {page.summary && <p className="text-lead-large text-muted">{page.summary}</p>}
      </header>
      {entry.image && (
        <Picture className="mt-(--head-space) max-h-[36rem] rounded-card object-cover" image={entry.image} />
      )}
      {(page.markdown || beside) && (
        <div className={clsx('mt-(--head-space)', beside ? besideFacts : column)}>
          {beside && <EntryAside entry={entry} facts={page.facts} />}
          {page.markdown && <RichText nodes={page.markdown} />}
        </div>
      )}
    </div>
  );
}

/** When it is of, how long it takes to read, and who wrote it, in one line. */
function EntryLine({ entry }: { entry: EntryDetail }) {
  const { labels } = useSite();
  const { past, when, author, readingTime } = entry;
  const dateText = when ? undefined : entry.dateText;
  if (!past && !dateText && !author && !readingTime) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {past && <Badge>{labels.past}</Badge>}
      {dateText && <time dateTime={entry.date}>{dateText}</time>}
      {author && <span>{author.name}</span>}
      {readingTime && <span>{readingTime}</span>}
    </p>
  );
}

/** What people look for first in an event, a job or a case: when, where, how much. */
function EntryAside({ entry, facts }: { entry: EntryDetail; facts?: EntryFact[] }) {
  return (
    <div
      data-slot="aside"
      data-words="page"
      className="card grid grid-cols-1 gap-4 lg:sticky lg:top-[calc(var(--bar)+2rem)] lg:order-last"
    >
      {entry.when && (
        <p className="font-semibold">
          <time dateTime={entry.starts}>{entry.when}</time>
        </p>
      )}
      {facts && (
        <dl className="grid grid-cols-1 gap-4">
          {facts.map(({ label, value }, index) => (
            <div key={index}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
