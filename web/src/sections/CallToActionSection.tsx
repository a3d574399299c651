import { useId } from 'react';
import type { CallToAction } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Heading } from '../ui/Heading';

export function CallToActionSection({ id, eyebrow, title, text, actions, note }: CallToAction) {
  const titleId = useId();
  return (
    <section aria-labelledby={title ? titleId : undefined} className="section cta" id={id}>
      <div className="wrap">
        <div className="cta-panel">
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          {title && (
            <Heading id={titleId} level={2} size="page">
              {title}
            </Heading>
          )}
          {text && <p className="lead lead-large">{text}</p>}
          <Actions className="cta-actions" links={actions} />
          {note && <p className="note">{note}</p>}
        </div>
      </div>
    </section>
  );
}
