import { useEffect, useId, useRef } from 'react';
import type { Consent } from '../content/types.gen';
import { Button } from '../ui/Button';

interface Props {
  words: Consent;
  /** Whether somebody has asked for it: then it gets the focus. */
  wanted: boolean;
  onChoice: (agreed: boolean) => void;
  /** Takes it away without a choice, where there is one already. */
  onClose?: () => void;
}

/**
 * Asks whether visitors agree. It lies above the end of the page and moves nothing; the page can be used without an
 * answer. Both answers look the same.
 */
export function ConsentNotice({ words, wanted, onChoice, onClose }: Props) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wanted) heading.current?.focus();
  }, [wanted]);
  return (
    <section
      aria-labelledby={title}
      className="card fixed inset-x-3 bottom-3 z-40 grid max-h-[80svh] gap-4 overflow-auto bg-surface p-5 text-text shadow-lg sm:end-auto sm:start-6 sm:bottom-6 sm:max-w-md print:hidden"
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
    >
      <h2 className="font-display text-lg outline-none" id={title} ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="text-sm text-muted">
        {words.text}{' '}
        {words.link?.href && (
          <a className="text-primary underline" href={words.link.href}>
            {words.link.label}
          </a>
        )}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button className="w-full" onClick={() => onChoice(false)} variant="secondary">
          {words.decline}
        </Button>
        <Button className="w-full" onClick={() => onChoice(true)} variant="secondary">
          {words.accept}
        </Button>
      </div>
    </section>
  );
}
