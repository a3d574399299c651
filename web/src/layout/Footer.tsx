import { useSite } from '../content/site-context';
import { SiteLink } from '../links/SiteLink';
import { ConsentButton } from './ConsentButton';
import { Logo } from './Logo';

const link = 'inline-flex min-h-8 items-center text-sm text-muted transition-colors hover:text-text';

/** What stands at the end of every page. */
export function Footer() {
  const { footer, labels, navigation } = useSite();
  return (
    <footer className="border-t border-line print:hidden">
      <div className="wrap grid gap-12 py-16">
        <div className="grid gap-10 md:grid-cols-[2fr_3fr]">
          <div className="grid content-start gap-3">
            {navigation.logo && <Logo link={navigation.logo} />}
            {footer.text && <p className="max-w-sm text-sm text-muted">{footer.text}</p>}
          </div>
          {footer.columns?.length ? (
            <nav
              aria-label={labels.footer}
              className="grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-8 sm:auto-cols-auto sm:grid-flow-col sm:grid-cols-none md:justify-self-end md:gap-16"
            >
              {footer.columns.map((column) => (
                <div key={column.title}>
                  <h2 className="mb-3 text-sm font-semibold text-text">{column.title}</h2>
                  <ul className="grid gap-1">
                    {column.links.map((entry) => (
                      <li key={`${entry.label} ${entry.href ?? ''}`}>
                        <SiteLink className={link} link={entry} />
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </nav>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-6">
          {footer.copyright && <p className="text-sm text-muted">{footer.copyright}</p>}
          {footer.links?.length ? (
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              {footer.links.map((entry) => (
                <li key={`${entry.label} ${entry.href ?? ''}`}>
                  <SiteLink className={link} link={entry} />
                </li>
              ))}
            </ul>
          ) : null}
          <ConsentButton className={link} />
        </div>
      </div>
    </footer>
  );
}
