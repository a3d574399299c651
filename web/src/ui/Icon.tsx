import { clsx } from 'clsx';
import { createContext, useContext } from 'react';

const SpriteContext = createContext('');

/** Tells icons where the sprite is: the address of an SVG file with one symbol per icon. */
export const SpriteProvider = SpriteContext.Provider;

export const useSprite = () => useContext(SpriteContext);

interface Props {
  /** A Lucide icon that the sprite holds. */
  name: string;
  className?: string;
}

/** A symbol of the sprite. It is decoration: the words beside it carry the meaning. */
export function Icon({ name, className }: Props) {
  const sprite = useSprite();
  return (
    <svg aria-hidden="true" className={clsx('icon', className)} data-slot="icon" focusable="false" viewBox="0 0 24 24">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
