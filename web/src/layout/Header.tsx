import { useSite } from '../content/site-context';
import type { Navigation, Page } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { InterfaceIcon } from '../ui/InterfaceIcon';
import { Logo } from './Logo';
import { useMenu } from './use-menu';
import { useScrolled } from './use-scrolled';

const menuId = 'site-menu';

const bar =
  'fixed inset-x-0 top-0 z-50 border-b transition-[background-color,border-color] duration-200 motion-reduce:transition-none print:hidden ' +
  'border-transparent data-scrolled:border-line data-scrolled:bg-background/80 data-scrolled:backdrop-blur-lg ' +
  'noscript:border-line noscript:bg-background/80 noscript:backdrop-blur-lg';

// One list, not two: on narrow screens it is a popover below the bar, on wide ones it stands in the bar.
const list =
  'inset-x-3 top-18 bottom-auto m-0 w-auto gap-1 rounded-(--radius) border border-line bg-surface p-3 text-text shadow-2xl open:grid ' +
  'backdrop:bg-background/60 backdrop:backdrop-blur-sm ' +
  'md:static md:flex md:items-center md:gap-1 md:overflow-visible md:border-0 md:bg-transparent md:p-0 md:shadow-none';

const item =
  'flex min-h-11 items-center rounded-md px-4 text-base text-muted transition-colors hover:text-text aria-[current]:text-text md:px-3 md:text-sm';

interface Props {
  page: Page;
}

/** The bar at the top of every page. */
export function Header({ page }: Props) {
  const site = useSite();
  const scrolled = useScrolled();
  const { menu, open, close } = useMenu();
  // A page may replace parts of the site's navigation.
  const { logo, links, action }: Navigation = { ...site.navigation, ...page.navigation };
  const current = (href: string | undefined) => (href !== undefined && href === page.path ? 'page' : undefined);
  return (
    <header className={bar} data-scrolled={scrolled || undefined}>
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-4 px-5">
        {logo && <Logo link={logo} />}
        {links?.length ? (
          <>
            <nav
              aria-label={site.labels.navigation}
              className={`${list} md:ml-auto`}
              id={menuId}
              popover="auto"
              ref={menu}
            >
              {links.map((link) => (
                <SiteLink
                  aria-current={current(link.href)}
                  className={item}
                  key={`${link.label} ${link.href}`}
                  link={link}
                  onClick={close}
                />
              ))}
            </nav>
            <button
              aria-controls={menuId}
              aria-expanded={open}
              aria-label={open ? site.labels.closeMenu : site.labels.openMenu}
              className="order-last ml-auto grid size-11 place-items-center rounded-md text-text md:hidden"
              popoverTarget={menuId}
              type="button"
            >
              <InterfaceIcon className="size-6" name={open ? 'close' : 'menu'} />
            </button>
          </>
        ) : null}
        {action && (
          <SiteLink
            className={links?.length ? 'max-md:hidden' : 'ml-auto'}
            link={action}
            variant={action.style ?? 'primary'}
          />
        )}
      </div>
    </header>
  );
}
