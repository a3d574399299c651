import type { ReactNode } from 'react';
import { words } from './words';

/** What owners of the website alone change is read by others. */
export function Owned({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  if (!isLocked) return children;
  return (
    <fieldset disabled className="grid min-w-0 gap-4">
      <p className="text-muted text-sm">{words.ownersOnly}</p>
      {children}
    </fieldset>
  );
}
