import { clsx } from 'clsx';
import type { Testimonial } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Picture } from '../ui/Picture';

type Props = Pick<Testimonial, 'name' | 'role' | 'image' | 'source'> & {
  /** Classes of the portrait: how large it is. */
  portrait?: string;
};

/** Who said it, who that is, and where. */
export function Byline({ name, role, image, source, portrait = 'size-12' }: Props) {
  return (
    <figcaption className="flex items-center gap-4 text-start text-fine/normal" data-slot="byline">
      {image && (
        <div className={clsx('flex-none', portrait)}>
          <Picture className="aspect-square rounded-full object-cover" image={image} sizes="4rem" />
        </div>
      )}
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
