import { clsx } from 'clsx';
import { type MouseEvent, useState } from 'react';
import type { Gallery } from '../content/types.gen';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { columnsFor } from './columns';
import { Lightbox } from './Lightbox';

const walls: Record<number, string> = {
  1: 'grid grid-cols-1 mx-auto max-w-3xl',
  2: 'grid grid-cols-2',
  3: 'grid grid-cols-2 md:grid-cols-3',
  4: 'grid grid-cols-2 md:grid-cols-3 lg:grid-cols-4',
};

const frame = 'group block overflow-hidden rounded-card bg-surface';
const picture = 'aspect-square object-cover transition-transform duration-500 group-hover:[scale:1.03]';

/** A wall of pictures. Each is a link to itself in large; with a script it opens above the page. */
export function GallerySection({ items, ...head }: Gallery) {
  const [shown, setShown] = useState<number>();
  const open = (event: MouseEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setShown(index);
  };
  return (
    <Section {...head}>
      <ul data-interactive data-slot="items" className={clsx(walls[columnsFor(items.length)], 'gap-(--grid-gap)')}>
        {items.map(({ large, caption, ...tile }, index) => (
          <li data-slot="item" key={index}>
            <a className={frame} href={large.url} onClick={(event) => open(event, index)}>
              <Picture className={picture} image={tile} />
            </a>
            <Words className="mt-3 text-fine text-muted" slot="caption" text={caption} />
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Lightbox first={shown} items={items} name={head.title} onClose={() => setShown(undefined)} />
      )}
    </Section>
  );
}
