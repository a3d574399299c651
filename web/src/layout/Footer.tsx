import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Link, Page } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ConsentButton } from './ConsentButton';
import { Languages } from './Languages';
import { Logo } from './Logo';
import { Sites } from './Sites';
import { Wordmark } from './Wordmark';

const link =
  'wrap-anywhere inline-flex min-h-11 items-center gap-2 text-base text-muted transition-paint not-aria-disabled:hover:text-text md:min-h-9';

/** What stands at the end of every page; a small one is its last line alone. */
export function Footer({ page }: { page: Page }) {
  const { footer, labels, navigation, switcher } = useSite();
  const small = page.footer === 'small';
  return (
    <footer className="relative print:hidden" data-slot="footer">
      {!small && (
        <>
          <div className="wrap grid gap-y-12 pt-16 md:pt-20">
            <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
              <div className="-mt-2.5 grid content-start gap-3">
                {navigation.logo && <Logo link={navigation.logo} />}
                {footer.text && <p className="max-w-md text-muted">{footer.text}</p>}
              </div>
              {footer.columns?.length ? (
                <nav
                  aria-label={labels.footer}
                  className="grid grid-cols-[repeat(2,minmax(0,auto))] gap-x-6 gap-y-8 md:auto-cols-fr md:grid-flow-col md:grid-cols-none"
                >
                  {footer.columns.map((column, index) => (
                    <div key={index}>
                      <h2 className="mb-2 text-base font-semibold text-text">{column.title}</h2>
                      <Links links={column.links} />
                    </div>
                  ))}
                </nav>
              ) : null}
            </div>
            <Sites sites={footer.sites} />
          </div>
          <Wordmark />
        </>
      )}
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-6">
        {footer.copyright && <p className="text-muted">{footer.copyright}</p>}
        {footer.links?.length ? <Links className="flex flex-wrap gap-x-6" links={footer.links} /> : null}
        {!small && switcher?.footer && (
          <nav aria-label={labels.languages}>
            <Languages className="flex flex-wrap gap-x-6" line={clsx(link, 'aria-[current]:text-text')} page={page} />
          </nav>
        )}
        <ConsentButton className={link} />
      </div>
      {footer.measured && (
        // Filled in by start/measured.ts, before or after React has it in its hands. Another page has an empty one.
        <div className="wrap" data-await-near data-measured={footer.measured} key={page.path}>
          <p className="-mt-4 pb-6 text-sm text-muted empty:hidden" data-slot="note" suppressHydrationWarning>
            {''}
          </p>
        </div>
      )}
    </footer>
  );
}

function Links({ links, className }: { links: Link[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map((entry, index) => (
        <li key={index}>
          <SiteLink className={link} link={entry} />
        </li>
      ))}
    </ul>
  );
}
