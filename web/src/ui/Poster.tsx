import shapesUrl from './poster.svg?url';

interface Props {
  /** The first one leads: it says how the others stand (styles/parts/poster.css). */
  shapes: readonly ('arch' | 'eye' | 'leaf' | 'disc' | 'column')[];
}

/** A picture composed of an alphabet of shapes. Decoration: the words beside it carry the meaning. */
export function Poster({ shapes }: Props) {
  return (
    <div aria-hidden="true" className="poster" data-lead={shapes[0]}>
      {shapes.map((shape, index) => {
        const name = `${shape}-${shapes.slice(0, index).filter((other) => other === shape).length + 1}`;
        return (
          <svg className={name} key={name} preserveAspectRatio="xMidYMin" viewBox="0 0 400 400">
            <use href={`${shapesUrl}#${shape}`} />
          </svg>
        );
      })}
    </div>
  );
}
