import type { ReactNode } from 'react';
import { blocks, layers, mesh, orbits, signal, waves } from './abstract-drawings';
import { neighbours, neurons, plan, shield } from './intelligence-drawings';
import { curve, devices, dial, keys, letter, letterform, picture, rack, results, room } from './website-drawings';

/** What is drawn for a subject: a word in the name of an icon. */
const subjects = new Map<string, ReactNode>([
  ['accessibility', keys],
  ['activity', waves],
  ['audio', signal],
  ['blocks', blocks],
  ['bot', plan],
  ['brain', neurons],
  ['camera', picture],
  ['database', neighbours],
  ['gauge', dial],
  ['image', picture],
  ['keyboard', keys],
  ['layers', layers],
  ['list', plan],
  ['lock', shield],
  ['mail', letter],
  ['mic', signal],
  ['network', mesh],
  ['palette', curve],
  ['pen', curve],
  ['pencil', curve],
  ['router', orbits],
  ['ruler', room],
  ['search', results],
  ['server', rack],
  ['shield', shield],
  ['smartphone', devices],
  ['timer', dial],
  ['type', letterform],
  ['zap', dial],
]);

/** For all else: drawings that mean nothing in particular, chosen by number. */
const abstract: ReactNode[] = [orbits, waves, mesh, blocks, layers, signal];

function drawing(icon: string | undefined, index: number): ReactNode {
  for (const word of icon?.split('-') ?? []) {
    const found = subjects.get(word);
    if (found) return found;
  }
  return abstract[index % abstract.length];
}

interface Props {
  /** Place among its neighbours. */
  index: number;
  /** The icon beside it, whose name says what to draw. */
  icon?: string;
  className?: string;
}

/** A drawing for a large card. Decoration. */
export function FieldScene({ index, icon, className }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={`print:hidden ${className ?? ''}`.trim()}
      focusable="false"
      viewBox="0 0 240 220"
    >
      {drawing(icon, index)}
    </svg>
  );
}
