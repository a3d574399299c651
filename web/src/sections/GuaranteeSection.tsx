import { clsx } from 'clsx';
import { useId } from 'react';
import type { Guarantee } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Icon } from '../ui/Icon';
import { SectionTitle } from '../ui/SectionTitle';
import { SealScene } from '../ui/scenes/SealScene';
import { Words } from '../ui/Words';
import { Points } from './Points';

export function GuaranteeSection({ id, eyebrow, title, text, icon, points, actions }: Guarantee) {
  const titleId = useId();
  return (
    <section aria-labelledby={title ? titleId : undefined} className="section" data-section="guarantee" id={id}>
      <div className="wrap">
        <div
          data-slot="panel"
          className={clsx(
            'rise grid grid-cols-1 items-center gap-[clamp(2rem,1.5rem+3vw,5rem)] rounded-card bg-tint',
            'p-[clamp(2rem,1rem+5vw,5rem)] md:grid-cols-[auto_minmax(0,1fr)] forced-colors:border',
          )}
        >
          <SealScene>{icon && <Icon name={icon} />}</SealScene>
          <div className="grid grid-cols-1 gap-5" data-slot="body">
            <SectionTitle eyebrow={eyebrow} id={titleId} title={title} />
            <Words className="text-lead text-muted" slot="text" text={text} />
            <Points className="my-2 grid-fit-60" items={points} />
            <Actions links={actions} />
          </div>
        </div>
      </div>
    </section>
  );
}
