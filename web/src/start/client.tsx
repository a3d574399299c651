import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { PageData } from '../content/types.gen';
import { App } from '../routes/App';
import { allowStructuredData } from './trusted-types';

/**
 * Takes over the document that the server has drawn, and resolves when it answers. A link that the
 * pointer is over is prefetched. Where the sign to start was that the visitor came back, the page is asked for again.
 */
export async function start(sign?: Event): Promise<void> {
  const container = document.getElementById('root');
  const json = document.getElementById('page-data')?.textContent;
  if (!container || !json) throw new Error('the document has no root or no page data');
  const data = JSON.parse(json) as PageData;
  allowStructuredData();
  await new Promise<void>((resolve) => {
    const app = (
      // The address changes at once, so that a second click sees it.
      <BrowserRouter useTransitions={false}>
        <App
          initial={data}
          onHydrated={resolve}
          stale={sign && ['online', 'focus', 'visibilitychange'].includes(sign.type)}
        />
      </BrowserRouter>
    );
    const report = import.meta.hot ? show : (error: unknown) => console.error(error);
    const handlers = { onRecoverableError: report, onUncaughtError: report, onCaughtError: report };
    // The server says so when it could not draw the page: then there is nothing to hydrate.
    if (container.dataset.render === 'client') createRoot(container, handlers).render(app);
    // This way React hydrates in slices, and what a person does comes in between.
    else startTransition(() => void hydrateRoot(container, app, handlers));
  });
  document.querySelector('a:hover')?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
}

/** In development an error is shown over the page, too (vite/page-errors.ts). */
function show(error: unknown): void {
  console.error(error);
  if (error instanceof Error) import.meta.hot?.send('page-error', { message: error.message, stack: error.stack });
}
