import type { Quote } from '../content/types.gen';

export function QuoteSection({ id, text, source }: Quote) {
  return (
    <section className="section quote" id={id}>
      <figure className="wrap grid max-w-[62rem] grid-cols-1 justify-items-center gap-8 text-center paper:max-w-[calc(var(--measure)+2*var(--gutter))] paper:justify-items-start paper:text-start">
        <blockquote className="font-display text-(length:--size-quote)/[1.14] font-(--display-weight) tracking-(--heading-tracking) text-balance paper:max-w-[17ch]">
          <p className="before:text-accent before:content-[open-quote] after:text-accent after:content-[close-quote]">
            {text}
          </p>
        </blockquote>
        {source && <figcaption className="text-muted">{source}</figcaption>}
      </figure>
    </section>
  );
}
