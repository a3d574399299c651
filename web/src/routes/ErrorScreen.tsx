import { useLayoutEffect, useTransition } from 'react';
import { PageError } from '../content/page-error';
import type { Site } from '../content/types.gen';
import { PageLink } from '../links/PageLink';
import { Button, buttonClass } from '../ui/Button';

interface Props {
  site: Site;
  error: unknown;
  /** Makes another attempt. The promise, if there is one, ends with it. */
  onRetry: () => unknown;
}

/**
 * What a visitor sees when something broke, with two ways on
 * (docs/specification.md section 8). The words are those of the site: what an
 * error says of itself is for the console.
 */
export function ErrorScreen({ site, error, onRetry }: Props) {
  const { errors } = site;
  const failure = error instanceof PageError ? error : undefined;
  const [busy, startRetry] = useTransition();
  useLayoutEffect(() => {
    const { title } = document;
    document.title = errors.title;
    // Going back leads to the page that was there before, which has no reason to write its title again.
    return () => {
      document.title = title;
    };
  }, [errors.title]);
  return (
    <main className="mx-auto flex min-h-svh max-w-xl flex-col items-center justify-center gap-6 px-6 py-24 text-center">
      <h1 className="text-section">{errors.title}</h1>
      {failure?.status && <code className="text-sm text-muted">{failure.status}</code>}
      <p className="text-lead text-muted">{failure?.isUnreachable ? errors.offline : errors.text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button busy={busy} onClick={() => startRetry(async () => void (await onRetry()))}>
          {errors.retry}
        </Button>
        {failure ? (
          <PageLink className={buttonClass('secondary')} href={site.path}>
            {errors.home}
          </PageLink>
        ) : (
          // The document is loaded anew: what broke may have been left in a bad state.
          <a className={buttonClass('secondary')} href={site.path}>
            {errors.home}
          </a>
        )}
      </div>
    </main>
  );
}
