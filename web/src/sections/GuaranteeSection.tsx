import { useId } from 'react';
import type { Guarantee } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Heading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { SealScene } from '../ui/scenes/SealScene';
import { Points } from './Points';

export function GuaranteeSection({ id, eyebrow, title, text, icon, points, actions }: Guarantee) {
  const titleId = useId();
  return (
    <section aria-labelledby={title ? titleId : undefined} className="section" id={id}>
      <div className="wrap">
        <div className="guarantee">
          <SealScene>{icon && <Icon name={icon} />}</SealScene>
          <div className="guarantee-words">
            {eyebrow && <p className="eyebrow">{eyebrow}</p>}
            {title && (
              <Heading id={titleId} level={2} size="section">
                {title}
              </Heading>
            )}
            {text && <p className="lead">{text}</p>}
            <Points className="guarantee-points" items={points} />
            <Actions links={actions} />
          </div>
        </div>
      </div>
    </section>
  );
}
