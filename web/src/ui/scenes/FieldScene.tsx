import { clsx } from 'clsx';
import { useContext } from 'react';
import { JoinedDrawings } from '../Drawing';
import { useSprite } from '../Icon';

/** The drawings, symbols of fields.svg, each with its subjects: words in the names of icons. */
const drawings = {
  blocks: ['blocks'],
  curve: ['palette', 'pen', 'pencil'],
  devices: ['smartphone'],
  dial: ['gauge', 'timer', 'zap'],
  edge: ['router'],
  keys: ['accessibility', 'keyboard'],
  layers: ['layers'],
  letter: ['mail'],
  letterform: ['type'],
  mesh: ['network'],
  neurons: ['brain'],
  picture: ['camera', 'image'],
  plan: ['bot', 'list'],
  rack: ['server'],
  results: ['search'],
  room: ['ruler'],
  shield: ['lock', 'shield'],
  sound: ['audio', 'mic'],
  trace: ['activity'],
  vectors: ['database'],
};

/** The drawing of each subject. */
const subjects = new Map(
  Object.entries(drawings).flatMap(([drawing, words]) => words.map((word) => [word, drawing] as const)),
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
      className={clsx('drawing rtl:[scale:-1_1]', className)}
      focusable="false"
      preserveAspectRatio="xMaxYMid"
      viewBox="0 0 320 240"
    >
      <use href={`${file}#field.${subjects.get(word ?? '') ?? abstract[index % abstract.length]}`} />
    </svg>
  );
}
