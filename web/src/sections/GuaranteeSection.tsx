import { clsx } from 'clsx';
import type { Guarantee } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Icon } from '../ui/Icon';
import { SectionFrame } from '../ui/SectionFrame';
import { SectionTitle } from '../ui/SectionTitle';
import { SealScene } from '../ui/scenes/SealScene';
import { Words } from '../ui/Words';
import { Points } from './Points';

const panel = clsx(
  'rise grid grid-cols-1 items-center gap-[clamp(2rem,1.5rem+3vw,5rem)] rounded-card bg-tint',
  'p-[clamp(2rem,1rem+5vw,5rem)] md:grid-cols-[auto_minmax(0,1fr)] forced-colors:border',
);

/** A promise with a seal. */
export function GuaranteeSection({ eyebrow, text, icon, points, actions, ...frame }: Guarantee) {
  return (
    <SectionFrame {...frame} className="section">
      <div className="wrap">
        <div className={panel} data-slot="panel">
          <SealScene>{icon && <Icon name={icon} />}</SealScene>
          <div className="grid grid-cols-1 gap-5" data-slot="body">
            <SectionTitle eyebrow={eyebrow} title={frame.title} />
            <Words className="text-lead text-muted" slot="text" text={text} />
            <Points className="my-2 grid-fit-60" items={points} />
            <Actions links={actions} />
          </div>
        </div>
      </div>
    </SectionFrame>
  );
}
