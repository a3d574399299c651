import { clsx } from 'clsx';
import type { FooterSite } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';

/** The sites of one company, each with its mark, name and tagline. The one that visitors see is marked. */
export function Sites({ sites }: { sites?: FooterSite[] }) {
  if (!sites?.length) return null;
  return (
    <ul className="grid gap-x-(--grid-gap) border-t border-line md:auto-cols-fr md:grid-flow-col" data-slot="sites">
      {sites.map(({ link, tagline, mark, current }, index) => (
        <li
          className="group linkable relative flex items-center gap-4 py-4"
          data-current={current}
          data-slot="site"
          key={index}
        >
          {mark && (
            <img alt="" className="size-10" data-slot="media" height={40} loading="lazy" src={mark.url} width={40} />
          )}
          <div>
            <SiteLink
              aria-current={current ? 'true' : undefined}
              className={clsx(
                'card-link font-display text-lg/snug font-semibold decoration-1 underline-offset-[0.25em]',
                'aria-[current]:text-primary group-hover:underline',
              )}
              link={link}
            />
            {tagline && <p className="text-balance text-muted">{tagline}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
