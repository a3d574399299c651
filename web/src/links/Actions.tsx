import { clsx } from 'clsx';
import type { Link } from '../content/types.gen';
import { SiteLink } from './SiteLink';

interface Props {
  links?: Link[];
  className?: string;
  /** What the links are about, for who hears a link without what stands around it. */
  about?: string;
}

/** A row of buttons. Without a style of its own the first is the primary one, the others are secondary. */
export function Actions({ links, className, about }: Props) {
  if (!links?.length) return null;
  return (
    <div className={clsx('flex flex-wrap items-center gap-3', className)} data-slot="actions">
      {links.map((link, index) => (
        <SiteLink
          key={index}
          about={about}
          link={link}
          variant={link.style ?? (index === 0 ? 'primary' : 'secondary')}
        />
      ))}
    </div>
  );
}
