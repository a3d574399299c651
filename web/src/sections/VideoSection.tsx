import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Video } from '../content/types.gen';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

declare module 'react' {
  // New in HTML: a browser that does not know it loads the poster at once. React passes it on; its types have yet to.
  interface VideoHTMLAttributes<T> {
    loading?: 'lazy';
  }
}

const frame = 'h-auto max-h-[85svh] w-full rounded-card border border-edge bg-surface shadow-mid';

/** A film of the site's own. Before the browser plays it, only its length is loaded. */
export function VideoSection({ url, contentType, width, height, poster, captionsUrl, caption, ...head }: Video) {
  const { language } = useSite();
  const name = head.title ?? poster?.alt ?? caption;
  return (
    <Section {...head}>
      <figure>
        {/* biome-ignore lint/a11y/useMediaCaption: who leaves them out is told so when the content is loaded */}
        <video
          data-slot="media"
          aria-label={name}
          className={clsx(frame, width ? '' : 'aspect-video')}
          controls
          height={height || undefined}
          loading="lazy"
          playsInline
          poster={poster?.url}
          preload={poster ? 'none' : 'metadata'}
          width={width || undefined}
        >
          <source src={url} type={contentType} />
          {captionsUrl && <track kind="captions" src={captionsUrl} srcLang={language} />}
          {/* For what does not play films. */}
          {name && <a href={url}>{name}</a>}
        </video>
        <Words as="figcaption" className="mt-4 text-fine text-muted" slot="caption" text={caption} />
      </figure>
    </Section>
  );
}
