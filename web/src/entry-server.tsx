import './ssr-polyfills';
import { renderToString as renderByReact } from '@react-dom-server-legacy';
import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router';
import { FormStateContext } from './content/form-state';

import { installFormsPanel } from './forms/FormsPanel';
import { FormsPanelView } from './forms/FormsPanelView';
import { App } from './routes/App';
import { parsePageData } from './server/page-data';
import { renderToString } from './server/renderer';

installFormsPanel(FormsPanelView);

/**
 * Draws a page: url is the path that was asked for, dataJSON the page's data.
 * Returns what stands inside the root element, and throws what a template throws.
 *
 * Where the lean renderer fails React draws: either the template throws again, or
 * the page holds something that only React knows, and the console says what.
 */
export function render(url: string, dataJSON: string): string {
  try {
    return renderToString(tree(url, dataJSON));
  } catch (problem) {
    const html = reference(url, dataJSON);
    console.warn(`${url} was drawn by React: ${problem}`);
    return html;
  }
}

/** The same by React's own renderer. Both write the same bytes. */
function reference(url: string, dataJSON: string): string {
  return renderByReact(tree(url, dataJSON));
}

function tree(url: string, dataJSON: string): ReactNode {
  const data = parsePageData(dataJSON);
  return (
    <StaticRouter location={url}>
      <FormStateContext value={data.form}>
        <App initial={data} />
      </FormStateContext>
    </StaticRouter>
  );
}

declare global {
  var __ssr: { render: typeof render; reference: typeof reference };
}
globalThis.__ssr = { render, reference };
