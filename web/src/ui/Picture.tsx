import { clsx } from 'clsx';
import { createContext, useContext } from 'react';

/** A picture as content describes it: its addresses, its size, and what it shows. */
export interface PictureImage {
  url: string;
  alt: string;
  width?: number;
  height?: number;
  srcset?: string;
  sizes?: string;
  /** Media type of what srcset lists. */
  type?: string;
  /** What stands in for it on phones. */
  phone?: { srcset: string; sizes?: string; type?: string; width?: number; height?: number };
}

const Lead = createContext<string | undefined>(undefined);

/** Says which picture of a page is loaded before all others, by its address and how wide it is shown. */
export const LeadPicture = Lead.Provider;

interface Props {
  image: PictureImage;
  className?: string;
  /** How wide it is shown, where its slot does not say so. */
  sizes?: string;
}

/** A picture in the width that fits its place. The first of a page is loaded at once, others when they come near. */
export function Picture({ image, className, sizes = image.sizes }: Props) {
  const { alt, url, width, height, srcset, type, phone } = image;
  const first = useContext(Lead) === `${url} ${image.sizes ?? ''}`.trim();
  const plain = (
    <img
      alt={alt}
      className={clsx('h-auto w-full', className)}
      data-slot="media"
      decoding={first ? undefined : 'async'}
      fetchPriority={first ? 'high' : undefined}
      height={height || undefined}
      loading={first ? undefined : 'lazy'}
      sizes={type || !srcset ? undefined : sizes}
      src={url}
      srcSet={type ? undefined : srcset}
      width={width || undefined}
    />
  );
  if (!phone && !type) return plain;
  return (
    <picture className="contents">
      {phone && (
        <source
          height={phone.height || undefined}
          media="(max-width: 40rem)"
          sizes={phone.sizes}
          srcSet={phone.srcset}
          type={phone.type}
          width={phone.width || undefined}
        />
      )}
      {type && <source sizes={sizes} srcSet={srcset} type={type} />}
      {plain}
    </picture>
  );
}
