import { clsx } from 'clsx';
import { Picture, type PictureImage } from './Picture';

/** A small round portrait; nothing where there is none. */
export function Avatar({ image, size = 'size-16' }: { image?: PictureImage; size?: 'size-12' | 'size-16' }) {
  return image ? (
    <div className={clsx('flex-none', size)}>
      <Picture className="aspect-square rounded-full object-cover" image={image} sizes="4rem" />
    </div>
  ) : null;
}
