import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Link, NavigationLink, Page } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { InterfaceIcon } from '../ui/InterfaceIcon';
import { isCurrent } from './is-current';
import { Languages } from './Languages';
import { Disclosure, Submenu } from './Submenu';
import { useMenu } from './use-menu';

const menuId = 'site-menu';

const item = clsx(
  'flex min-h-11 items-center rounded-md px-4 text-base text-muted transition-colors hover:text-text',
  'aria-[current]:text-text bar:text-sm bar:max-lg:px-2 lg:px-3',
);

/** One list, not two: on narrow screens it is a popover below the bar, on wide ones it stands in the bar. */
const popover = clsx(
  'menu inset-x-3 bottom-auto max-h-[calc(100dvh-var(--bar)-1rem)] w-auto gap-1 rounded-(--radius)',
  'border border-line bg-surface p-3 text-text shadow-high open:grid backdrop:top-(--bar)',
  'backdrop:bg-background/60 backdrop:[backdrop-filter:blur(0.5rem)]',
);
const inBar = clsx(
  'bar:static bar:flex bar:flex-wrap bar:items-center bar:justify-end bar:overflow-visible bar:border-0',
  'bar:bg-transparent bar:p-0 bar:[box-shadow:none]',
);

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

/** The links of the bar. On narrow screens a button opens them. */
export function Menu({ links, action, language, page }: Props) {
  const { labels } = useSite();
  const { path } = page;
  const { menu, open, close, keep } = useMenu();
  return (
    <>
      <nav
        aria-label={labels.navigation}
        className={clsx(popover, inBar, action ? '' : edge)}
        id={menuId}
        popover="auto"
        ref={menu}
        {...keep}
      >
        {links.map((link, index) =>
          link.links ? (
            <Submenu item={item} key={index} link={link} onChoose={close} path={path} room={index < links.length - 2} />
          ) : (
            <SiteLink aria-current={isCurrent(link, path)} className={item} key={index} link={link} onClick={close} />
          ),
        )}
        {language && (
          <Disclosure
            item={item}
            label={
              <span>
                <span className="sr-only">{labels.languages}: </span>
                {language}
              </span>
            }
            room={false}
          >
            {(panel) => <Languages className={panel} line={clsx(item, 'bar:px-3')} page={page} />}
          </Disclosure>
        )}
        {action && (
          <SiteLink
            className="mt-2 bar:ms-3 bar:mt-0"
            link={action}
            onClick={close}
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
