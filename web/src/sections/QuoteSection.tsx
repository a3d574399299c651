import { clsx } from 'clsx';
import type { Quote } from '../content/types.gen';
import { Picture } from '../ui/Picture';

export function QuoteSection({ id, text, source, image }: Quote) {
  return (
    <section className="section quote" data-section="quote" id={id}>
      <figure className="wrap grid max-w-[62rem] grid-cols-1 justify-items-center gap-8 text-center">
        <blockquote
          data-slot="quote"
          className={clsx(
            'font-display text-(length:--size-quote)/[1.14] font-(--display-weight)',
            'tracking-(--heading-tracking) text-balance',
          )}
        >
          <p
            data-slot="words"
            className="before:text-accent before:content-[open-quote] after:text-accent after:content-[close-quote]"
          >
            {text}
          </p>
        </blockquote>
        {(source || image) && (
          <figcaption data-slot="byline" className="flex items-center gap-4 text-start text-muted">
            {image && (
              <div className="size-16 flex-none">
                <Picture className="aspect-square rounded-full object-cover" image={image} sizes="4rem" />
              </div>
            )}
            {source}
          </figcaption>
        )}
      </figure>
    </section>
  );
}
