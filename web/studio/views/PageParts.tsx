import { Link } from 'react-router';
import type { Page } from '../api/types';
import type { Place } from '../form/facts';
import { buttonClass } from '../ui/Button';
import { words } from '../words';
import { Problems } from './Problems';
import { sectionName } from './part';

interface Props {
  page: Page;
  /** The address of a value beside the page. */
  to: (place: Place) => string;
  /** Of a page of another language, the address at which it stands beside its original. */
  beside: string | undefined;
}

/** What can be edited where nothing was clicked yet: the parts of the page, and what is wrong with it. */
export const PageParts = ({ page, to, beside }: Props) => (
  <aside className="panel p-2 pt-4" aria-label={words.fields}>
    <p className="px-3 text-muted">{words.pick}</p>
    <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.sections}</h2>
    <ul>
      {[{ file: page.file, at: '', type: words.wholePage, leaves: [] }, ...page.sections].map((part) => (
        <li key={`${part.file} ${part.at}`}>
          <Link to={to(part)} className={buttonClass('plain', 'w-full justify-start')}>
            {part.at ? sectionName(part.type) : part.type}
            <span className="min-w-0 truncate text-muted text-sm" aria-hidden>
              {part.leaves[0]?.text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
    {beside && (
      <Link to={beside} className={buttonClass('plain', 'mt-4 w-full justify-start')}>
        {words.sideBySide}
      </Link>
    )}
    {page.problems.length > 0 && <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.problems}</h2>}
    <Problems problems={page.problems} />
  </aside>
);
