import { useSite } from '../content/site-context';
import type { Link } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';

/** The site's mark and name, leading home. */
export function Logo({ link }: { link: Link }) {
  const { mark } = useSite().assets;
  return (
    <SiteLink
      className="flex min-h-11 items-center gap-2.5 font-display text-lg font-semibold tracking-tight text-text"
      link={link}
    >
      {/* The name stands beside the mark: described again it would be read twice. */}
      {mark && <img alt="" className="size-7" data-slot="mark" height={28} src={mark} width={28} />}
      {link.label}
    </SiteLink>
  );
}
