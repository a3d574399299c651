import type { Testimonial } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Avatar } from '../ui/Avatar';

interface Props extends Pick<Testimonial, 'name' | 'role' | 'image' | 'source'> {
  /** How large the portrait is. */
  size?: 'size-12' | 'size-16';
}

/** Who said it, who that is, and where. */
export function Byline({ name, role, image, source, size = 'size-12' }: Props) {
  return (
    <figcaption className="flex items-center gap-4 text-start text-fine/normal" data-slot="byline">
      <Avatar image={image} size={size} />
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        {role && <p className="text-muted">{role}</p>}
        {source && (
          <p className="text-muted">
            {source.href ? (
              <SiteLink className="text-primary underline underline-offset-[0.2em]" link={source} />
            ) : (
              source.label
            )}
          </p>
        )}
      </div>
    </figcaption>
  );
}
