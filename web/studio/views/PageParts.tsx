import { Link } from 'react-router';
import type { Me, Page } from '../api/types';
import type { Place } from '../form/facts';
import { PageActions } from '../make/PageActions';
import { words as making } from '../make/words';
import { buttonClass, IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { words } from '../words';
import { Problems } from './Problems';
import { addressOf, besideAddress, isTranslation, sectionName } from './part';

interface Props {
  me: Me;
  page: Page;
  site: string;
  path: string;
  /** The address of a value beside the page. */
  to: (place: Place) => string;
  /** Where it is in the way of the page. */
  onClose?: (() => void) | undefined;
}

const row = buttonClass('plain', 'w-full justify-start');

/** What can be edited where nothing was clicked yet: the parts of the page, and what is wrong with it. */
export const PageParts = ({ me, page, site, path, to, onClose }: Props) => (
  <aside className="panel p-2 pt-4" aria-label={words.fields}>
    <div className="flex items-start justify-between">
      <p className="px-3 text-muted">{words.pick}</p>
      {onClose && <IconButton icon="close" label={words.close} className="-mt-2" onClick={onClose} />}
    </div>
    <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.sections}</h2>
    <ul>
      {[{ file: page.file, at: '', type: words.wholePage, leaves: [] }, ...page.sections].map((part) => (
        <li key={`${part.file} ${part.at}`}>
          <Link to={to(part)} className={row}>
            {part.at ? sectionName(part.type) : part.type}
            <span className="min-w-0 truncate text-muted text-sm" aria-hidden>
              {part.leaves[0]?.text}
            </span>
          </Link>
        </li>
      ))}
      {!me.readOnly && (
        <li>
          <Link to={addressOf('gallery', { site, path, file: page.file, at: 'sections' })} className={row}>
            <Icon name="plus" /> {making.addSection}
          </Link>
        </li>
      )}
    </ul>
    <PageActions key={page.file} me={me} page={page} site={site} path={path} />
    {isTranslation(me, site) && (
      <Link to={besideAddress(site, page.file)} className={buttonClass('plain', 'mt-4 w-full justify-start')}>
        {words.sideBySide}
      </Link>
    )}
    {page.problems.length > 0 && <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.problems}</h2>}
    <Problems problems={page.problems} />
  </aside>
);
