import './ssr-polyfills';
import { renderToString } from '@react-dom-server-legacy';
import { StaticRouter } from 'react-router';
import { FormStateContext } from './content/form-state';
import type { PageData } from './content/types.gen';
import { installFormsPanel } from './forms/FormsPanel';
import { FormsPanelView } from './forms/FormsPanelView';
import { App } from './routes/App';

installFormsPanel(FormsPanelView);

/**
 * Draws a page: url is the path that was asked for, dataJSON the page's data.
 * Returns what stands inside the root element, and throws what a template throws.
 */
export function render(url: string, dataJSON: string): string {
  const data = JSON.parse(dataJSON) as PageData;
  return renderToString(
    <StaticRouter location={url}>
      <FormStateContext value={data.form}>
        <App initial={data} />
      </FormStateContext>
    </StaticRouter>,
  );
}

declare global {
  var __ssr: { render: typeof render };
}
globalThis.__ssr = { render };
