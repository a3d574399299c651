import { clsx } from 'clsx';
import type { NavigationLink } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { isCurrent } from './is-current';

interface Props {
  link: NavigationLink;
  /** How a line of the bar looks. */
  item: string;
  path: string;
  /** Whether there is room after it: then its menu begins where it does, else it ends there. */
  room: boolean;
  onChoose: () => void;
}

const panel =
  'mb-2 ms-4 border-s border-line ps-2 bar:absolute bar:top-full bar:mt-2 bar:ms-0 bar:min-w-56 ' +
  'bar:rounded-(--radius) bar:border bar:bg-surface bar:p-2 bar:shadow-high';

/** A link of the bar that opens a menu, without a script: below it on wide screens, in the list on narrow ones. */
export function Submenu({ link, item, path, room, onChoose }: Props) {
  const { links: below = [], ...own } = link;
  const lines = own.href === undefined ? below : [own, ...below];
  const current = lines.some((line) => isCurrent(line, path));
  return (
    <details className="relative" name="submenu">
      <summary className={clsx('submenu cursor-pointer justify-between gap-2', item, current && 'text-text')}>
        {link.label}
      </summary>
      <ul className={clsx(panel, room ? 'bar:-start-2' : 'bar:end-0')}>
        {lines.map((line, index) => (
          <li key={index}>
            <SiteLink
              aria-current={isCurrent(line, path)}
              className={clsx(item, 'bar:px-3')}
              link={line}
              onClick={onChoose}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
