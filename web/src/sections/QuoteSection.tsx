import { clsx } from 'clsx';
import type { Quote } from '../content/types.gen';
import { Avatar } from '../ui/Avatar';
import { SectionFrame } from '../ui/SectionFrame';

const large = clsx(
  'font-display text-(length:--size-quote)/[1.14] font-(--display-weight) tracking-(--heading-tracking)',
  'text-balance',
);

export function QuoteSection({ text, source, image, ...frame }: Quote) {
  return (
    <SectionFrame {...frame} className="section quote">
      <figure className="wrap grid max-w-[62rem] grid-cols-1 justify-items-center gap-8 text-center">
        <blockquote className={large} data-slot="quote">
          <p
            data-slot="words"
            className="before:text-accent before:content-[open-quote] after:text-accent after:content-[close-quote]"
          >
            {text}
          </p>
        </blockquote>
        {(source || image) && (
          <figcaption data-slot="byline" className="flex items-center gap-4 text-start text-muted">
            <Avatar image={image} />
            {source}
          </figcaption>
        )}
      </figure>
    </SectionFrame>
  );
}
