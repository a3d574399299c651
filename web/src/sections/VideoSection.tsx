import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Video } from '../content/types.gen';
import { Section } from '../ui/Section';

/**
 * A film of the site's own. The browser plays it by itself; nothing of it is loaded before that but how long it is.
 *
 * @lazy
 */
export function VideoSection({ url, contentType, width, height, poster, captionsUrl, caption, ...head }: Video) {
  const { language } = useSite();
  return (
    <Section {...head}>
      <figure>
        {/* biome-ignore lint/a11y/useMediaCaption: who leaves them out is told so when the content is loaded */}
        <video
          data-slot="media"
          aria-label={head.title ?? poster?.alt ?? caption}
          className={clsx(
            'h-auto max-h-[85svh] w-full rounded-card border border-edge bg-surface shadow-mid',
            width ? '' : 'aspect-video',
          )}
          controls
          height={height || undefined}
          playsInline
          poster={poster?.url}
          preload={poster ? 'none' : 'metadata'}
          width={width || undefined}
        >
          <source src={url} type={contentType} />
          {captionsUrl && <track kind="captions" src={captionsUrl} srcLang={language} />}
        </video>
        {caption && (
          <figcaption data-slot="caption" className="mt-4 text-fine text-muted">
            {caption}
          </figcaption>
        )}
      </figure>
    </Section>
  );
}
