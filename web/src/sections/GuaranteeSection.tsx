import { useId } from 'react';
import type { Guarantee } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Heading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { phrases } from '../ui/phrases';
import { SealScene } from '../ui/scenes/SealScene';
import { Points } from './Points';

export function GuaranteeSection({ id, eyebrow, title, text, icon, points, actions }: Guarantee) {
  const titleId = useId();
  return (
    <section aria-labelledby={title ? titleId : undefined} className="section" data-section="guarantee" id={id}>
      <div className="wrap">
        <div
          data-slot="panel"
          className="rise grid grid-cols-1 items-center gap-[clamp(2rem,1.5rem+3vw,5rem)] rounded-card bg-tint p-[clamp(2rem,1rem+5vw,5rem)] min-[52rem]:grid-cols-[auto_minmax(0,1fr)] forced-colors:border"
        >
          <SealScene>{icon && <Icon name={icon} />}</SealScene>
          <div className="grid grid-cols-1 gap-5" data-slot="body">
            {eyebrow && (
              <p className="text-sm/[1.4] font-semibold text-accent" data-slot="eyebrow">
                {eyebrow}
              </p>
            )}
            {title && (
              <Heading data-slot="title" id={titleId} level={2} size="section">
                {title}
              </Heading>
            )}
            {text && (
              <p className="text-lead text-muted" data-slot="text">
                {phrases(text)}
              </p>
            )}
            <Points className="my-2 grid-fit-60" items={points} />
            <Actions links={actions} />
          </div>
        </div>
      </div>
    </section>
  );
}
