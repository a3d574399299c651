import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Link } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';

const shape = 'inline-flex min-h-8 items-center rounded-button border border-line px-3.5 text-sm text-muted';

const linked = clsx(
  shape,
  'transition-paint hover:border-primary hover:text-text aria-[current]:border-primary aria-[current]:text-text',
);

/** Tags, with the way to what else has them. */
export function TagList({ tags, current }: { tags?: Link[]; current?: string }) {
  const { labels } = useSite();
  if (!tags?.length) return null;
  return (
    <ul aria-label={labels.tags} className="flex flex-wrap gap-2 print:hidden">
      {tags.map((tag, index) => (
        <li key={index}>
          {tag.href ? (
            <SiteLink aria-current={tag.label === current ? 'page' : undefined} className={linked} link={tag} />
          ) : (
            <span className={shape}>{tag.label}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
