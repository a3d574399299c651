import type { ReactNode } from 'react';
import { Button } from './Button';

interface Props {
  title: string;
  note: ReactNode;
  /** What can be done to it. */
  action: string;
  /** Without it, nothing can. */
  onAct: (() => void) | false;
  children?: ReactNode;
}

/** One of a list of people or devices. */
export const Row = ({ title, note, action, onAct, children }: Props) => (
  <li className="card grid-cols-[1fr_auto] items-center">
    <p>
      {title}
      <span className="block text-muted text-sm">{note}</span>
    </p>
    {onAct && (
      <Button aria-label={`${action}: ${title}`} onClick={onAct}>
        {action}
      </Button>
    )}
    {children}
  </li>
);
