import { clsx } from 'clsx';
import type { Testimonial, Testimonials } from '../content/types.gen';
import { Card } from '../ui/Card';
import { Section } from '../ui/Section';
import { Byline } from './Byline';

/** One line of cards is level; in a wall of more each card is as high as its words. */
const walls: Record<number, string> = {
  1: 'max-w-[36rem]',
  2: 'md:grid md:grid-cols-2',
  3: 'md:columns-2 lg:grid lg:grid-cols-3',
  4: 'md:columns-2',
};

const single = 'not-first:border-t not-first:border-rule not-first:pt-(--head-space)';

/** @lazy */
export function TestimonialsSection({ items, layout, ...head }: Testimonials) {
  if (layout === 'single') {
    return (
      <Section {...head} head="center" layout={layout}>
        <ul data-slot="items" className="mx-auto grid max-w-[58rem] grid-cols-1 gap-(--head-space)">
          {items.map((item, index) => (
            <li className={single} data-slot="item" key={index}>
              <Single item={item} />
            </li>
          ))}
        </ul>
      </Section>
    );
  }
  return (
    <Section {...head} head="split" layout={layout}>
      <ul
        data-slot="items"
        className={clsx('-mb-(--grid-gap) gap-(--grid-gap)', walls[items.length] ?? 'md:columns-2 lg:columns-3')}
      >
        {items.map((item, index) => (
          <Card as="li" className="mb-(--grid-gap) break-inside-avoid" key={index}>
            <figure className="grid h-full grid-cols-1 grid-rows-[1fr_auto] gap-6">
              <blockquote data-slot="quote">
                <p>{item.text}</p>
              </blockquote>
              <Byline {...item} />
            </figure>
          </Card>
        ))}
      </ul>
    </Section>
  );
}

/** One in large letters. */
function Single({ item }: { item: Testimonial }) {
  return (
    <figure className="grid grid-cols-1 justify-items-center gap-8 text-center">
      <blockquote data-slot="quote" className="font-display text-section text-balance">
        <p className="before:text-accent before:content-[open-quote] after:text-accent after:content-[close-quote]">
          {item.text}
        </p>
      </blockquote>
      <Byline {...item} size="size-16" />
    </figure>
  );
}
