import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

interface Props {
  text: string;
  /** Draws the trigger, which gets the id as aria-describedby. It must be one element. */
  children: (id: string) => ReactNode;
}

/**
 * A hint that shows on hover and on focus (start/tooltips.ts). The words are always in the document, so that they
 * describe the trigger with scripts switched off too.
 */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  return (
    <>
      {children(id)}
      <span
        className={clsx(
          'fixed inset-auto m-0 max-w-72 rounded-md border border-line bg-surface px-3 py-1.5 text-sm',
          'text-text shadow-mid',
        )}
        id={id}
        popover="manual"
        role="tooltip"
      >
        {text}
      </span>
    </>
  );
}
