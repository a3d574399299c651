import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Link } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { InterfaceIcon } from '../ui/InterfaceIcon';

/** Where to go, and the title of what is there; left out where the way itself says enough. */
interface Target {
  link: Link;
  title?: string;
}

interface Props {
  /** What is leafed through, for screen readers. */
  label: string;
  newer?: Target;
  older?: Target;
  /** Stands between both. */
  children?: string;
}

/** The ways to what is newer and to what is older. */
export function Pagination({ label, newer, older, children }: Props) {
  const { labels } = useSite();
  if (!newer && !older) return null;
  return (
    <nav aria-label={label} className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 print:hidden">
      <span>{newer && <PaginationLink back label={labels.newer} target={newer} />}</span>
      <span className="text-sm text-muted">{children}</span>
      <span className="text-end">{older && <PaginationLink label={labels.older} target={older} />}</span>
    </nav>
  );
}

function PaginationLink({ target, label, back }: { target: Target; label?: string; back?: boolean }) {
  const icon = (
    <InterfaceIcon
      className={clsx(
        'size-4 transition-[translate]',
        back ? 'group-hover:-translate-x-0.5' : 'rotate-180 group-hover:translate-x-0.5',
      )}
      name="back"
    />
  );
  return (
    <SiteLink className="group inline-grid gap-1 py-2 transition-colors hover:text-primary" link={target.link}>
      <span className={clsx('inline-flex items-center gap-2 text-sm text-muted', back ? '' : 'justify-self-end')}>
        {back && icon}
        {label}
        {!back && icon}
      </span>
      {target.title && <span className="font-medium">{target.title}</span>}
    </SiteLink>
  );
}
