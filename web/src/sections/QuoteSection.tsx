import type { Quote } from '../content/types.gen';

export function QuoteSection({ id, text, source }: Quote) {
  return (
    <section className="section quote" id={id}>
      <figure className="wrap quote-figure">
        <blockquote className="quote-words">
          <p>{text}</p>
        </blockquote>
        {source && <figcaption className="quote-source">{source}</figcaption>}
      </figure>
    </section>
  );
}
