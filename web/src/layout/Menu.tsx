import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useSite } from '../content/site-context';
import type { Link, NavigationLink, Page } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { InterfaceIcon } from '../ui/InterfaceIcon';
import { isCurrent } from './is-current';
import { Languages } from './Languages';
import { below, top } from './lines';
import { Disclosure, Submenu } from './Submenu';

const menuId = 'site-menu';

/** One list, not two: on narrow screens a popover that fills the screen below the bar, on wide ones in the bar. */
const popover = 'menu max-h-none flex-col overscroll-contain bg-background px-(--gutter) pt-2 pb-6 text-text open:flex';
const inBar = clsx(
  'bar:static bar:flex bar:flex-row bar:flex-wrap bar:items-center bar:justify-end bar:gap-1 bar:overflow-visible',
  'bar:bg-transparent bar:p-0',
);

/** On phones the button has room above it, however long the menu. */
const beforeAction = '*:nth-last-2:mb-8 bar:*:nth-last-2:mb-0';

/** Where a link stands last, its words end with the content below. */
const edge = 'bar:max-lg:-me-2 lg:-me-3';

interface Props {
  links: NavigationLink[];
  /** The button at the end. */
  action?: Link;
  /** What the language on display calls itself, where visitors choose another one here. */
  language?: string;
  /** The page on display. */
  page: Page;
}

/** The links of the bar. On narrow screens a button opens them. What closes them is start/menu.ts. */
export function Menu({ links, action, language, page }: Props) {
  const { labels, path: home } = useSite();
  const { path } = page;
  const menu = useRef<HTMLElement>(null);
  // Undefined until there is a script that keeps it true.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => setOpen(menu.current?.matches(':popover-open')), []);
  return (
    <>
      <nav
        aria-label={labels.navigation}
        className={clsx(popover, inBar, action ? beforeAction : edge)}
        data-slot="menu"
        id={menuId}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        popover="auto"
        ref={menu}
      >
        {links.map((link, index) =>
          link.links ? (
            <Submenu key={index} link={link} path={path} room={index < links.length - 2} />
          ) : (
            <SiteLink aria-current={isCurrent(link, path, home)} className={top} key={index} link={link} slot="line" />
          ),
        )}
        {language && (
          <Disclosure
            label={
              <span>
                <span className="sr-only">{labels.languages}: </span>
                {language}
              </span>
            }
            room={false}
          >
            {(panel) => <Languages className={panel} line={below} page={page} />}
          </Disclosure>
        )}
        {action && (
          <SiteLink
            className="mt-auto min-h-14 bar:ms-3 bar:mt-0 bar:min-h-10 bar:py-1.5"
            link={action}
            variant={action.style ?? 'primary'}
          />
        )}
      </nav>
      <button
        aria-controls={menuId}
        aria-expanded={open}
        aria-label={open ? labels.closeMenu : labels.openMenu}
        className="grid size-11 order-last place-items-center rounded-md text-text bar:hidden"
        popoverTarget={menuId}
        type="button"
      >
        <InterfaceIcon className="size-6" name={open ? 'close' : 'menu'} />
      </button>
    </>
  );
}
