import { clsx } from 'clsx';
import type { Split } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { RichText } from '../links/RichText';
import { Picture } from '../ui/Picture';
import { SectionFrame } from '../ui/SectionFrame';
import { SectionTitle } from '../ui/SectionTitle';
import { Words } from '../ui/Words';
import { Points } from './Points';

/** Words first, whatever the side: so they are read, and so they stand on a phone. */
export function SplitSection({ eyebrow, text, markdown, image, points, actions, ...frame }: Split) {
  return (
    <SectionFrame {...frame} className="section">
      <div className="wrap grid grid-cols-1 items-center gap-x-[clamp(3rem,6vw,6rem)] gap-y-10 lg:grid-cols-2">
        <div className="grid grid-cols-1 justify-items-start gap-6" data-slot="body">
          <div className="grid w-full grid-cols-1 gap-3.5">
            <SectionTitle eyebrow={eyebrow} title={frame.title} />
          </div>
          <Words className="text-lead text-muted" slot="text" text={text} />
          {markdown.length > 0 && <RichText nodes={markdown} />}
          <Points items={points} />
          <Actions className="mt-2" links={actions} />
        </div>
        <Picture
          className={clsx(
            'rounded-card outline -outline-offset-1 outline-edge print:w-1/2',
            frame.side === 'left' && 'lg:order-first',
          )}
          image={image}
        />
      </div>
    </SectionFrame>
  );
}
