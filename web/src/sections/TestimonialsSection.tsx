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

export function TestimonialsSection({ items, layout, ...head }: Testimonials) {
  const wall = layout === 'wall';
  const Item = wall ? WallCard : Single;
  const walled = clsx('-mb-(--grid-gap) gap-(--grid-gap)', walls[items.length] ?? 'md:columns-2 lg:columns-3');
  const list = wall ? walled : 'mx-auto grid max-w-[58rem] grid-cols-1 gap-(--head-space)';
  return (
    <Section {...head} head={wall ? 'split' : 'center'} layout={layout}>
      <ul className={list} data-slot="items">
        {items.map((item, index) => (
          <Item item={item} key={index} />
        ))}
      </ul>
    </Section>
  );
}

function WallCard({ item }: { item: Testimonial }) {
  return (
    <Card as="li" className="mb-(--grid-gap) break-inside-avoid">
      <figure className="grid h-full grid-cols-1 grid-rows-[1fr_auto] gap-6">
        <blockquote data-slot="quote">
          <p>{item.text}</p>
        </blockquote>
        <Byline {...item} />
      </figure>
    </Card>
  );
}

/** One in large letters. */
function Single({ item }: { item: Testimonial }) {
  return (
    <li className="not-first:border-t not-first:border-rule not-first:pt-(--head-space)" data-slot="item">
      <figure className="grid grid-cols-1 justify-items-center gap-8 text-center">
        <blockquote data-slot="quote" className="font-display text-section text-balance">
          <p className="before:text-accent before:content-[open-quote] after:text-accent after:content-[close-quote]">
            {item.text}
          </p>
        </blockquote>
        <Byline {...item} size="size-16" />
      </figure>
    </li>
  );
}
