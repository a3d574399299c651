import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Link } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { InterfaceIcon } from '../ui/InterfaceIcon';

interface Props {
  /** What is leafed through, for screen readers. */
  label: string;
  newer?: Link;
  older?: Link;
  /** Whether the labels of the links are titles that are worth showing. */
  titled?: boolean;
  /** Stands between both. */
  children?: string;
}

/** The ways to what is newer and to what is older. */
export function Pagination({ label, newer, older, titled, children }: Props) {
  const { labels } = useSite();
  if (!newer && !older) return null;
  return (
    <nav aria-label={label} className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 print:hidden" data-words="page">
      <span>{newer && <PaginationLink back label={labels.newer} link={newer} titled={titled} />}</span>
      <span className="text-sm text-muted">{children}</span>
      <span className="text-end">{older && <PaginationLink label={labels.older} link={older} titled={titled} />}</span>
    </nav>
  );
}

interface LinkProps {
  link: Link;
  label?: string;
  titled?: boolean;
  back?: boolean;
}

function PaginationLink({ link, label, titled, back }: LinkProps) {
  const icon = (
    <InterfaceIcon
      className={clsx(
        'size-4 transition-[translate]',
        back
          ? 'group-hover:[translate:-0.125rem] rtl:group-hover:[translate:0.125rem]'
          : 'rotate-180 group-hover:[translate:0.125rem] rtl:group-hover:[translate:-0.125rem]',
      )}
      name="back"
    />
  );
  return (
    <SiteLink className="group inline-grid gap-1 py-2 transition-paint hover:text-primary" link={link}>
      <span className={clsx('inline-flex items-center gap-2 text-sm text-muted', back ? '' : 'justify-self-end')}>
        {back && icon}
        {label}
        {!back && icon}
      </span>
      {titled && <span className="font-medium">{link.label}</span>}
    </SiteLink>
  );
}
