import { PageError } from './page-error';
import { loadParts } from './parts';
import type { PageData } from './types.gen';

const inFlight = new Map<string, Promise<PageData>>();

/**
 * Gets the data of a page, and the code that is needed to draw it. Requests for
 * the same page that overlap are one request: a prefetch and the click after it.
 */
export function fetchPage(key: string): Promise<PageData> {
  const running = inFlight.get(key);
  if (running) return running;
  const request = load(key).finally(() => inFlight.delete(key));
  inFlight.set(key, request);
  return request;
}

async function load(key: string): Promise<PageData> {
  const response = await fetch(key, { headers: { Accept: 'application/json' } });
  if (!response.ok) {
    throw new PageError(`${response.status} ${response.statusText}`.trim(), response.status, response.statusText);
  }
  const data = (await response.json()) as PageData;
  await loadParts(data.page);
  return data;
}
