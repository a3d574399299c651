import { clsx } from 'clsx';
import { useId } from 'react';
import type { CallToAction } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Heading } from '../ui/Heading';
import { phrases } from '../ui/phrases';
import { Words } from '../ui/Words';

const soft = 'max-w-[38rem] text-[color-mix(in_oklab,currentColor_88%,var(--primary))]';

/** The page ends in its own light. */
export function CallToActionSection({ id, eyebrow, title, text, actions, note }: CallToAction) {
  const titleId = useId();
  return (
    <section aria-labelledby={title ? titleId : undefined} className="section cta" data-section="cta" id={id}>
      <div className="wrap">
        <div
          data-slot="panel"
          className={clsx(
            'cta-panel rise grid grid-cols-1 justify-items-center gap-6 rounded-card',
            'px-[clamp(1.5rem,1rem+4vw,5rem)] pt-(--cta-top,var(--cta-space))',
            'pb-(--cta-end,var(--cta-space)) text-center forced-colors:border',
          )}
        >
          {eyebrow && (
            <p className={clsx('text-sm/[1.4] font-semibold', soft)} data-slot="eyebrow">
              {eyebrow}
            </p>
          )}
          {title && (
            <Heading className="max-w-[46rem]" data-slot="title" id={titleId} level={2} size="page">
              {title}
            </Heading>
          )}
          <Words slot="text" className={clsx('text-lead-large text-balance', soft)} text={text} />
          <Actions className="mt-3 justify-center" links={actions} />
          {note && (
            <p className={clsx('text-sm/[1.6]', soft)} data-slot="note">
              {phrases(note)}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
