import type { Page } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { Poster } from '../ui/Poster';
import { Words } from '../ui/Words';

const sign = 'bg-(image:--gradient) bg-clip-text font-display text-8xl font-semibold text-transparent sm:text-9xl';

/** What visitors of an unknown path see. */
export function NotFoundTemplate({ page }: { page: Page }) {
  const { notFound } = page;
  if (!notFound) throw new Error('the template not-found needs the words for it');
  const { code, title, text, actions, poster } = notFound;
  const place = poster
    ? 'wrap flex flex-col items-start justify-center gap-6 pt-16 lg:min-h-[calc(100svh-var(--bar))] lg:pb-16'
    : 'mx-auto flex min-h-[80svh] max-w-2xl flex-col items-center justify-center gap-6 px-5 py-24 text-center';
  return (
    <div className={poster ? 'beside-poster hero-tall pt-(--bar)' : 'not-found'} data-section="not-found">
      <div className={place}>
        <p className={sign} data-slot="code">
          {code}
        </p>
        <h1 className="text-section" data-slot="title">
          {title}
        </h1>
        <Words className="text-lead text-balance text-muted" slot="text" text={text} />
        <Actions className={poster ? '' : 'justify-center'} links={actions} />
      </div>
      {poster && <Poster shapes={poster} />}
    </div>
  );
}
