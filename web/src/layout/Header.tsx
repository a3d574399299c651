import { use } from 'react';
import { FormStateContext } from '../content/form-state';
import { useSite } from '../content/site-context';
import type { Navigation, Page } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Logo } from './Logo';
import { Menu } from './Menu';
import { useScrolled } from './use-scrolled';

/** The bar at the top of every page: transparent over the top of the page, blurred over the rest. */
export function Header({ page }: { page: Page }) {
  const site = useSite();
  // Nobody notices the scrolling of a page that comes without a script.
  const scrolled = useScrolled() || (import.meta.env.SSR && use(FormStateContext) !== undefined);
  // A page may replace parts of the site's navigation.
  const { logo, links, action }: Navigation = { ...site.navigation, ...page.navigation };
  return (
    <header className="top-bar" data-scrolled={scrolled || undefined}>
      <div className="wrap flex h-(--bar) items-center gap-4">
        {logo && <Logo link={logo} />}
        {links?.length ? (
          <Menu action={action} links={links} path={page.path} />
        ) : (
          action && <SiteLink className="ml-auto" link={action} variant={action.style ?? 'primary'} />
        )}
      </div>
    </header>
  );
}
