import { clsx } from 'clsx';
import { useContext } from 'react';
import { JoinedDrawings } from '../Drawing';
import { useSprite } from '../Icon';

/** What is drawn for a subject, which is a word in the name of an icon: a symbol of fields.svg each. */
const subjects = new Map(
  Object.entries({
    accessibility: 'keys',
    activity: 'trace',
    audio: 'sound',
    blocks: 'blocks',
    bot: 'plan',
    brain: 'neurons',
    camera: 'picture',
    database: 'vectors',
    gauge: 'dial',
    image: 'picture',
    keyboard: 'keys',
    layers: 'layers',
    list: 'plan',
    lock: 'shield',
    mail: 'letter',
    mic: 'sound',
    network: 'mesh',
    palette: 'curve',
    pen: 'curve',
    pencil: 'curve',
    router: 'edge',
    ruler: 'room',
    search: 'results',
    server: 'rack',
    shield: 'shield',
    smartphone: 'devices',
    timer: 'dial',
    type: 'letterform',
    zap: 'dial',
  }),
);

/** For all else: drawings that mean nothing in particular, chosen by number. */
const abstract = ['edge', 'trace', 'mesh', 'blocks', 'layers', 'sound'];

interface Props {
  /** Place among its neighbours. */
  index: number;
  /** The icon of the card, whose name says what to draw. */
  icon?: string;
  className?: string;
}

/** A drawing for a large card, which runs off its edge. Decoration. */
export function FieldScene({ index, icon, className }: Props) {
  const sprite = useSprite();
  // A specimen of the catalogue is no page: its sprite has all that is drawn.
  const file = useContext(JoinedDrawings) ?? sprite;
  const word = icon?.split('-').find((part) => subjects.has(part));
  return (
    <svg
      aria-hidden="true"
      className={clsx('drawing', className)}
      focusable="false"
      preserveAspectRatio="xMaxYMid"
      viewBox="0 0 320 240"
    >
      <use href={`${file}#field.${(word && subjects.get(word)) || abstract[index % abstract.length]}`} />
    </svg>
  );
}
