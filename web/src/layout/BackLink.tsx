import { clsx } from 'clsx';
import type { Link } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { InterfaceIcon } from '../ui/InterfaceIcon';

/** The way up, above the content, such as "Back to Services". */
export function BackLink({ link }: { link: Link }) {
  return (
    <SiteLink
      data-words="none"
      className={clsx(
        'group inline-flex items-center gap-2 py-2 text-sm text-muted transition-paint',
        'hover:text-text print:hidden',
      )}
      link={link}
    >
      <InterfaceIcon
        className="size-4 transition-[translate] group-hover:[translate:-0.125rem] rtl:group-hover:[translate:0.125rem]"
        name="back"
      />
      {link.label}
    </SiteLink>
  );
}
