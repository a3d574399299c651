import { type RefObject, useLayoutEffect, useRef } from 'react';
import shapesUrl from './poster.svg?url';

interface Props {
  /** The first one leads: it says how the others stand (the site's look). */
  shapes: readonly ('arch' | 'eye' | 'leaf' | 'disc' | 'column')[];
}

/** What a shape has besides itself, in the same file: an eye looks where the pointer is. */
const parts: Partial<Record<Props['shapes'][number], readonly string[]>> = { eye: ['pupil', 'lid'] };

/** A picture composed of an alphabet of shapes. Decoration: the words beside it carry the meaning. */
export function Poster({ shapes }: Props) {
  const poster = useRef<HTMLDivElement>(null);
  useTravel(poster);
  return (
    <div aria-hidden="true" className="poster print:hidden" data-lead={shapes[0]} data-slot="poster" ref={poster}>
      {shapes.map((shape, index) => {
        const name = `${shape}-${shapes.slice(0, index).filter((other) => other === shape).length + 1}`;
        return (
          <svg
            data-await-pointer={shape === 'eye' || undefined}
            data-shape={name}
            key={name}
            preserveAspectRatio="xMidYMin"
            viewBox="0 0 400 400"
          >
            <use href={`${shapesUrl}#${shape}`} />
            {parts[shape]?.map((part) => (
              <use data-part={part} href={`${shapesUrl}#${part}`} key={part} />
            ))}
          </svg>
        );
      })}
    </div>
  );
}

/** Where the disc of the last poster was in the window. */
let left: DOMRect | undefined;

/** The disc comes from where it was on the last page. A view transition would take a picture of both pages first. */
function useTravel(poster: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const disc = poster.current?.querySelector('[data-shape=disc-1]');
    if (!disc) return;
    if (left && window.matchMedia('(prefers-reduced-motion: no-preference)').matches) {
      const here = disc.getBoundingClientRect();
      // The window is at the top of the new page in a moment. It grows from its corner.
      const way = `${left.x - here.x}px, ${left.y - here.y - window.scrollY}px`;
      const from = { transform: `translate(${way}) scale(${left.width / here.width})` };
      disc.animate([from, {}], { duration: 700, easing: 'ease-out' });
    }
    return () => {
      left = disc.getBoundingClientRect();
    };
  }, [poster]);
}
