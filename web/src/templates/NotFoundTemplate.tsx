import type { Page } from '../content/types.gen';
import { Actions } from '../links/Actions';

/** What visitors of an unknown path see. */
export function NotFoundTemplate({ page }: { page: Page }) {
  const { notFound } = page;
  if (!notFound) throw new Error('the template not-found needs the words for it');
  return (
    <div className="mx-auto flex min-h-[80svh] max-w-2xl flex-col items-center justify-center gap-6 px-5 py-24 text-center">
      <p className="bg-(image:--gradient) bg-clip-text font-display text-8xl font-semibold text-transparent sm:text-9xl">
        {notFound.code}
      </p>
      <h1 className="text-section">{notFound.title}</h1>
      {notFound.text && <p className="text-lead text-muted">{notFound.text}</p>}
      <Actions className="justify-center" links={notFound.actions} />
    </div>
  );
}
