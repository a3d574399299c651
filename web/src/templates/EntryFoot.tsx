import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { EntryDetail, Page, Person } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { EntryCards } from '../sections/EntryCards';
import { Avatar } from '../ui/Avatar';
import { Section } from '../ui/Section';
import { hasAside } from './EntryHead';
import { Pagination } from './Pagination';
import { TagList } from './TagList';

const foot = 'mt-(--head-space) grid max-w-[46rem] grid-cols-1 gap-8 border-t border-rule pt-8 empty:hidden';

/** What follows the text of an entry: its tags, who wrote it, and where to read on. */
export function EntryFoot({ page, entry }: { page: Page; entry: EntryDetail }) {
  const { labels } = useSite();
  const { author, newer, older, related, updatedText } = entry;
  return (
    <>
      <div className="wrap pb-(--section-space)" data-words="page">
        <footer className={clsx(foot, hasAside(page) ? '' : 'mx-auto')}>
          <TagList tags={entry.tags} />
          {updatedText && (
            <p className="text-sm text-muted">
              {labels.updated} <time dateTime={entry.updated}>{updatedText}</time>
            </p>
          )}
          {author && <Author person={author} />}
          <Pagination label={entry.list.label} newer={newer} older={older} titled />
        </footer>
      </div>
      {related && (
        <Section title={entry.list.label} tone="band" words="page">
          <EntryCards items={related} />
        </Section>
      )}
    </>
  );
}

function Author({ person }: { person: Person }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5">
      <Avatar image={person.image} />
      <div className="grid grid-cols-1 gap-1 first:col-span-full">
        <p className="font-semibold">{person.name}</p>
        {person.role && <p className="text-sm text-muted">{person.role}</p>}
        {person.text && <p className="mt-2 text-muted">{person.text}</p>}
        {person.links && (
          <ul className="mt-2 flex flex-wrap gap-4 text-sm">
            {person.links.map((link, index) => (
              <li key={index}>
                <SiteLink className="inline-flex items-center gap-2 text-primary hover:underline" link={link} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
