import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { loadParts, registerPart } from '../content/parts';
import type { PageData } from '../content/types.gen';
import { installFormsPanel } from '../forms/FormsPanel';
import type { Ask } from '../integrations/begin';
import { App } from '../routes/App';
import { Later } from '../sections/Later';
import { sections } from '../sections/registry.gen';
import { allowStructuredData } from './trusted-types';

const loadSeldom = async () => (await import('./seldom')).installSeldomParts();
registerPart('collection', loadSeldom);
for (const [type, drawn] of Object.entries(sections)) if (drawn === Later) registerPart(type, loadSeldom);
registerPart('scenes', async () => (await import('./scenes')).installSceneParts());
registerPart('forms', async () => installFormsPanel((await import('../forms/FormsPanelView')).FormsPanelView));

/** Asks for consent. Said here, because what a later chunk loads by itself would bring the entry's stylesheet with it. */
const ask: Ask = async (...question) => (await import('../integrations/notice')).ask(createRoot, ...question);

/** Takes over the document that the server has drawn. */
export async function start(): Promise<void> {
  const container = document.getElementById('root');
  const json = document.getElementById('page-data')?.textContent;
  if (!container || !json) throw new Error('the document has no root or no page data');
  const data = JSON.parse(json) as PageData;
  await loadParts(data.page);
  allowStructuredData();
  if (data.site.services)
    void import('../integrations/begin').then(({ begin }) => begin(data.site, ask), console.error);
  const app = (
    <BrowserRouter>
      <App initial={data} />
    </BrowserRouter>
  );
  const report = (error: unknown) => console.error(error);
  const handlers = { onRecoverableError: report, onUncaughtError: report, onCaughtError: report };
  // The server says so when it could not draw the page: then there is nothing to hydrate.
  if (container.dataset.render === 'client') createRoot(container, handlers).render(app);
  // This way React hydrates in slices, and what a person does comes in between.
  else startTransition(() => void hydrateRoot(container, app, handlers));
}
