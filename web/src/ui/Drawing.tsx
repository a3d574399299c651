const fits = { stretch: 'none', cover: 'xMidYMid slice' } as const;

interface Props {
  drawing: {
    /** Address of a file of src/drawings: left out, nothing is drawn. */
    url?: string;
    width?: number;
    height?: number;
    /** What stands above the base. */
    parts?: readonly string[];
  };
  className?: string;
  /** Numbers of parts, by which rules light them: they set --lit on `[data-step=…]`. */
  steps?: Readonly<Record<string, number>>;
  /** Fills its box, whatever the shape of that is: distorted, or cut off as a photo is. */
  fit?: keyof typeof fits;
}

/** An object drawn in the colours of the site. Decoration: the words beside it carry the meaning. */
export function Drawing({ drawing: { url, width = 1, height = 1, parts = [] }, className, steps, fit }: Props) {
  if (!url) return null;
  return (
    <svg
      aria-hidden="true"
      className={className ? `drawing ${className}` : 'drawing'}
      data-slot="drawing"
      focusable="false"
      preserveAspectRatio={fit && fits[fit]}
      viewBox={`0 0 ${width} ${height}`}
    >
      {['base', ...parts].map((part) => (
        <use data-step={steps?.[part]} href={`${url}#${part}`} key={part} />
      ))}
    </svg>
  );
}
