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
  <aside className="panel p-4" aria-label={words.fields}>
    <p className="text-muted">{words.pick}</p>
    <h2 className="pt-4 font-semibold">{words.sections}</h2>
    <ul>
      {[{ file: page.file, at: '', type: words.wholePage }, ...page.sections].map(({ file, at, type }) => (
        <li key={`${file} ${at}`}>
          <Button kind="plain" className="w-full justify-start" onClick={() => onOpen({ file, at })}>
            {partName(type)}
          </Button>
        </li>
      ))}
    </ul>
    {page.problems.length > 0 && <h2 className="pt-4 font-semibold">{words.problems}</h2>}
    <Problems problems={page.problems} onPick={({ file, at }) => onOpen({ file, at })} />
  </aside>
);
