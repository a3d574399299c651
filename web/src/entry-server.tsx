import './ssr-polyfills';
import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router';
import { FormStateContext } from './content/form-state';
import type { PageData } from './content/types.gen';
import { App } from './routes/App';
import { reportMissingSections } from './server/broken-sections';

/**
 * Renders a page: url is the path that was asked for, dataJSON the page's data.
 * Returns what stands inside the root element, and throws what a template throws. A section that throws is left out.
 */
export function render(url: string, dataJSON: string): string {
  const data = JSON.parse(dataJSON) as PageData;
  const html = renderToString(
    <StaticRouter location={url}>
      <FormStateContext value={data.form}>
        <App initial={data} />
      </FormStateContext>
    </StaticRouter>,
  );
  reportMissingSections(html, url, data);
  return html;
}

declare global {
  var __ssr: { render: typeof render };
}
globalThis.__ssr = { render };
