import { type ReactNode, useId, useRef } from 'react';
import { useTooltip } from './use-tooltip';

interface Props {
  text: string;
  /** Draws the trigger, which gets the id as aria-describedby. It must be one element. */
  children: (id: string) => ReactNode;
}

/**
 * A hint that shows on hover and on focus. The words are always in the
 * document, so that they describe the trigger with scripts switched off too.
 */
export function Tooltip({ text, children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const { handlers } = useTooltip(anchor, tip);
  return (
    <>
      <span className="contents" ref={anchor} {...handlers}>
        {children(id)}
      </span>
      <span
        className="pointer-events-none fixed inset-auto m-0 max-w-72 rounded-md border border-line bg-surface px-3 py-1.5 text-sm text-text shadow-mid"
        id={id}
        popover="manual"
        ref={tip}
        role="tooltip"
      >
        {text}
      </span>
    </>
  );
}
