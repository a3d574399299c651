import { clsx } from 'clsx';
import type { CallToAction } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { ContactWords } from '../links/ContactWords';
import { SectionFrame } from '../ui/SectionFrame';
import { SectionTitle } from '../ui/SectionTitle';
import { Words } from '../ui/Words';

const panel = clsx(
  'cta-panel rise grid grid-cols-1 justify-items-center gap-6 rounded-card px-[clamp(1.5rem,1rem+4vw,5rem)]',
  'pt-(--cta-top,var(--cta-space)) pb-(--cta-end,var(--cta-space)) text-center forced-colors:border',
);
const soft = 'max-w-[38rem] text-[color-mix(in_oklab,currentColor_94%,var(--primary))]';

/** The page ends in its own light. */
export function CallToActionSection({ eyebrow, text, actions, note, ...frame }: CallToAction) {
  return (
    <SectionFrame {...frame} className="section cta">
      <div className="wrap">
        <div className={panel} data-slot="panel">
          <Words className={clsx('text-sm/[1.4] font-semibold', soft)} slot="eyebrow" text={eyebrow} />
          <SectionTitle className="max-w-[46rem]" size="page" title={frame.title} />
          <ContactWords className={clsx('text-lead-large text-balance', soft)} slot="text" text={text} />
          <Actions className="mt-3 justify-center" links={actions} />
          <ContactWords className={clsx('text-sm/[1.6]', soft)} slot="note" text={note} />
        </div>
      </div>
    </SectionFrame>
  );
}
