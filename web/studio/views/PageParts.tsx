import type { Page } from '../api/types';
import { Button } from '../ui/Button';
import { words } from '../words';
import type { Place } from './Edit';
import { Problems } from './Problems';
import { partName } from './part';

interface Props {
  page: Page;
  onOpen: (place: Place) => void;
}

/** What can be edited where nothing was clicked yet: the parts of the page, and what is wrong with it. */
export const PageParts = ({ page, onOpen }: Props) => (
  <aside className="panel p-2 pt-4" aria-label={words.fields}>
    <p className="px-3 text-muted">{words.pick}</p>
    <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.sections}</h2>
    <ul>
      {[{ file: page.file, at: '', type: words.wholePage, leaves: [] }, ...page.sections].map((part) => (
        <li key={`${part.file} ${part.at}`}>
          <Button
            kind="plain"
            className="w-full justify-start"
            onClick={() => onOpen({ file: part.file, at: part.at })}
          >
            {partName(part.type)}
            <span className="min-w-0 truncate text-muted text-sm" aria-hidden>
              {part.leaves[0]?.text}
            </span>
          </Button>
        </li>
      ))}
    </ul>
    {page.problems.length > 0 && <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.problems}</h2>}
    <Problems problems={page.problems} onPick={({ file, at }) => onOpen({ file, at })} />
  </aside>
);
