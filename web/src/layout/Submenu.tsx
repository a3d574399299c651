import type { NavigationLink } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { isCurrent } from './is-current';

interface Props {
  link: NavigationLink;
  /** How a line of the bar looks. */
  item: string;
  path: string;
  onChoose: () => void;
}

const panel =
  'max-md:mb-2 max-md:ml-4 max-md:border-l max-md:border-line max-md:pl-2 md:absolute md:end-0 md:top-full md:mt-2 md:min-w-56 ' +
  'md:rounded-(--radius) md:border md:border-line md:bg-surface md:p-2 md:shadow-high';

/** A link of the bar that opens a menu: below it on wide screens, inside of the list on narrow ones. Opening it needs no script. */
export function Submenu({ link, item, path, onChoose }: Props) {
  const { links: below = [], ...own } = link;
  const lines = own.href === undefined ? below : [own, ...below];
  const current = lines.some((line) => isCurrent(line, path));
  return (
    <details className="relative" name="submenu">
      <summary className={`submenu cursor-pointer justify-between gap-2 ${item} ${current ? 'text-text' : ''}`.trim()}>
        {link.label}
      </summary>
      <ul className={panel}>
        {lines.map((line) => (
          <li key={`${line.label} ${line.href ?? ''}`}>
            <SiteLink
              aria-current={isCurrent(line, path)}
              className={`${item} md:px-3`}
              link={line}
              onClick={onChoose}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
