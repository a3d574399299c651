import { SiteProvider, useSite } from '../content/site-context';
import { Announcement } from '../layout/Announcement';
import { Footer } from '../layout/Footer';
import { Header } from '../layout/Header';
import { home, link, site } from '../test-data';
import { translated } from './translated';

const [products, ...others] = site.navigation.links ?? [];
const shell = {
  name: site.name,
  announcement: { text: '', link: link('First month free. Cancel at any time.', '/plans') },
  navigation: {
    ...site.navigation,
    links: [
      { ...link(products?.label ?? ''), links: [link('Guide', '/guide'), link('Prompter', '/prompter')] },
      ...others,
    ],
  },
  footer: site.footer,
};

/** What stands around every page: the line above the bar, the bar, and the footer. */
export function ShellStates() {
  return (
    <SiteProvider value={{ ...useSite(), ...translated(shell) }}>
      <Announcement />
      <Header page={home.page} />
      <Footer page={home.page} />
    </SiteProvider>
  );
}
