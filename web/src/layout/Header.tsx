import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Page, PageNavigation } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { isLong } from './bar-room';
import { languageInBar } from './Languages';
import { Logo } from './Logo';
import { Menu } from './Menu';
import { ThemeSwitch } from './ThemeSwitch';

const bar = clsx(
  'bar inset-x-0 top-0 z-50 border-b border-transparent transition-[background-color,border-color]',
  'duration-200 [anchor-name:--top] has-[.menu:popover-open]:bg-background print:hidden',
);

/** Above the page; below an announcement until that is scrolled away. */
const place = { alone: 'fixed', below: 'sticky -mb-(--bar)' };

/** Over the page, once it is scrolled (start/scroll-state.ts). */
const solid = 'scrolled:border-line scrolled:bg-background/80 scrolled:[backdrop-filter:blur(1rem)]';

/** The bar at the top of every page: transparent over the top of the page, blurred over the rest. */
export function Header({ page }: { page: Page }) {
  const site = useSite();
  // A page may replace parts of the site's navigation, or have none of it.
  const navigation: PageNavigation = { ...(!page.navigation?.site && site.navigation), ...page.navigation };
  const { logo, links, action } = navigation;
  const language = navigation.site ? undefined : languageInBar(site);
  return (
    <header
      data-slot="bar"
      className={clsx(site.announcement ? place.below : place.alone, bar, solid)}
      data-long={isLong(navigation, site.theme.switch, language) || undefined}
    >
      <div className="wrap flex h-(--bar) items-center gap-4">
        <div className="me-auto">{logo && <Logo link={logo} />}</div>
        {links?.length || language ? (
          <Menu action={action} language={language} links={links ?? []} page={page} />
        ) : (
          action && <SiteLink link={action} variant={action.style ?? 'primary'} />
        )}
        {site.theme.switch && <ThemeSwitch />}
      </div>
    </header>
  );
}
