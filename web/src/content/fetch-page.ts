import { PageError } from './page-error';
import type { PageData } from './types.gen';

const inFlight = new Map<string, Promise<PageData>>();

/**
 * Gets the data of a page. Requests for the same page that overlap are one request: a prefetch and the click after it.
 * Throws a PageError when the data did not arrive.
 */
export function fetchPage(key: string): Promise<PageData> {
  const running = inFlight.get(key);
  if (running) return running;
  const request = load(key).finally(() => inFlight.delete(key));
  inFlight.set(key, request);
  return request;
}

async function load(key: string): Promise<PageData> {
  try {
    const response = await fetch(key, { headers: { Accept: 'application/json' } });
    if (!response.ok) throw new PageError(response.statusText, response.status);
    // A former path: its document leads to where the page is now.
    if (response.redirected) throw new PageError(response.statusText, 404);
    return (await response.json()) as PageData;
  } catch (error) {
    // No connection, or an answer by somebody in between that is no JSON: both may pass.
    if (error instanceof PageError) throw error;
    throw new PageError(error instanceof Error ? error.message : String(error));
  }
}
