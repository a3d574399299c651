import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useSite } from '../content/site-context';
import type { NavigationLink } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { isCurrent } from './is-current';
import { below, top } from './lines';

interface Props {
  /** Whether there is room after it: then its menu begins where it does, else it ends there. */
  room: boolean;
}

const panel =
  'border-b border-line py-2 bar:absolute bar:top-full bar:mt-2 bar:min-w-56 ' +
  'bar:rounded-(--radius) bar:border bar:bg-surface bar:p-2 bar:shadow-high';

interface DisclosureProps extends Props {
  label: ReactNode;
  current?: boolean;
  /** The list, with the class that it is given. */
  children: (panel: string) => ReactNode;
}

/** A line of the bar that opens a list, without a script: below it on wide screens, in the menu on narrow ones. */
export function Disclosure({ label, current, room, children }: DisclosureProps) {
  return (
    <details className="relative" name="submenu">
      <summary
        className={clsx('submenu cursor-pointer justify-between gap-2', top, current && 'bar:text-text')}
        data-slot="line"
      >
        {label}
      </summary>
      {children(clsx(panel, room ? 'bar:-start-2' : 'bar:end-0'))}
    </details>
  );
}

interface SubmenuProps extends Props {
  link: NavigationLink;
  path: string;
}

/** A link of the bar that opens a menu. */
export function Submenu({ link, path, room }: SubmenuProps) {
  const { path: home } = useSite();
  const { links: inner = [], ...own } = link;
  const lines = own.href === undefined ? inner : [own, ...inner];
  const current = lines.some((line) => isCurrent(line, path, home));
  return (
    <Disclosure current={current} label={link.label} room={room}>
      {(panel) => (
        <ul className={panel}>
          {lines.map((line, index) => (
            <li key={index}>
              <SiteLink aria-current={isCurrent(line, path, home)} className={below} link={line} />
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}
