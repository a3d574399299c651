import { useLayoutEffect } from 'react';
import { PageError } from '../content/page-error';
import type { Site } from '../content/types.gen';
import { buttonClass } from '../ui/Button';

interface Props {
  site: Site;
  error: unknown;
  onRetry: () => void;
}

/** What a visitor sees when something broke (SPEC section 8), with two ways on. */
export function ErrorScreen({ site, error, onRetry }: Props) {
  const { errors } = site;
  useLayoutEffect(() => {
    document.title = errors.title;
  }, [errors.title]);
  return (
    <main className="mx-auto flex min-h-svh max-w-xl flex-col items-center justify-center gap-6 px-6 py-24 text-center">
      <h1 className="heading heading-section">{errors.title}</h1>
      <p className="font-mono text-sm text-muted">{explain(error)}</p>
      <p className="lead">{errors.text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <button className={buttonClass('primary')} onClick={onRetry} type="button">
          {errors.retry}
        </button>
        {/* The document is loaded anew: what broke may have been left in a bad state. */}
        <a className={buttonClass('secondary')} href={site.path}>
          {errors.home}
        </a>
      </div>
    </main>
  );
}

function explain(error: unknown): string {
  if (error instanceof PageError && error.status !== undefined)
    return `${error.status} ${error.statusText ?? ''}`.trim();
  return error instanceof Error ? error.message : String(error);
}
