import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router';
import { FormStateContext } from '../content/form-state';
import { SiteProvider } from '../content/site-context';
import type { PageData, Section } from '../content/types.gen';
import { sections } from '../sections/registry.gen';
import { SpriteProvider } from '../ui/Icon';

/** What React writes in place of what it left out, because it threw or was not there yet. */
const leftOut = '<!--$!-->';

/**
 * Writes to the console which sections are missing in the HTML of a page, with
 * the stack of each: React leaves out without a word what throws below a
 * Suspense. Each section is rendered alone to find out.
 *
 * The answer to a form has to show it: there the first error is thrown.
 */
export function reportMissingSections(html: string, url: string, { site, page, form }: PageData): void {
  if (!html.includes(leftOut)) return;
  let found = false;
  for (const [index, section] of (page.sections ?? []).entries()) {
    const Component = sections[section.type] as ComponentType<Section>;
    try {
      renderToString(
        <StaticRouter location={url}>
          <FormStateContext value={form}>
            <SiteProvider value={site}>
              <SpriteProvider value={site.assets.sprite}>
                <Component {...section} />
              </SpriteProvider>
            </SiteProvider>
          </FormStateContext>
        </StaticRouter>,
      );
    } catch (error) {
      if (form) throw error;
      found = true;
      const stack = error instanceof Error ? error.stack : '';
      console.error(`${url}: section ${index + 1}, ${section.type}, could not be rendered: ${error}\n${stack}`);
    }
  }
  if (!found) console.warn(`${url}: a Suspense shows its fallback, the browser renders what it holds`);
}
