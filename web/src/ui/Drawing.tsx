import { clsx } from 'clsx';
import { createContext, useContext } from 'react';

/** The address of one file that holds all drawings of the page, where it is not only one with a file of its own. */
export const JoinedDrawings = createContext<string | undefined>(undefined);

interface Props {
  drawing: {
    /** Address of the drawing's own file: left out, nothing is drawn. */
    url?: string;
    width?: number;
    height?: number;
    /** What stands above the base. */
    parts?: readonly string[];
    /** Whether it is in no file with others. */
    alone?: boolean;
  };
  className?: string;
  /** Numbers of parts, by which rules light them: they set --lit on `[data-step=…]`. */
  steps?: Readonly<Record<string, number>>;
  /** Fills its box, whatever the shape of that is: cut off as a photo is. */
  cover?: boolean;
}

/** An object drawn in the colours of the site. Decoration: the words beside it carry the meaning. */
export function Drawing({ drawing, className, steps, cover }: Props) {
  const joined = useContext(JoinedDrawings);
  const { url, width = 1, height = 1, parts = [], alone } = drawing;
  if (!url) return null;
  const address = joined && !alone ? `${joined}#${url.replace(/.*\/|\.svg$/g, '')}.` : `${url}#`;
  return (
    <svg
      aria-hidden="true"
      className={clsx('drawing', className)}
      data-slot="drawing"
      focusable="false"
      preserveAspectRatio={cover ? 'xMidYMid slice' : undefined}
      viewBox={`0 0 ${width} ${height}`}
    >
      <use href={`${address}base`} />
      {parts.map((part) => (
        <use data-part={part} data-step={steps?.[part]} href={address + part} key={part} />
      ))}
    </svg>
  );
}
