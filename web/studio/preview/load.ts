import { ApiError, Unreachable } from '../api/client';

declare const trustedTypes:
  | { createPolicy(name: 'studio', rules: { createHTML(html: string): string }): { createHTML(html: string): string } }
  | undefined;

/** The only one of Studio. What is parsed never runs: documents of a parser have no scripts, and the frame allows none. */
const policy =
  typeof trustedTypes === 'undefined' ? undefined : trustedTypes.createPolicy('studio', { createHTML: (html) => html });

const parse = (html: string) => new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');

/** Whether a document is a page of the site, and no error of what is in between. */
export const isPage = (document: Document | null): document is Document => Boolean(document?.getElementById('root'));

/** Loads a page as the server renders it now. Throws an ApiError, or Unreachable. */
export async function load(address: string): Promise<Document> {
  const response = await fetch(address, { cache: 'no-store' }).catch(fail);
  const text = await response.text().catch(fail);
  const document = parse(text);
  if (isPage(document)) return document;
  throw errorOf(response, text);
}

const fail = (error: unknown): never => {
  throw new Unreachable(String(error));
};

function errorOf({ status, headers }: Response, text: string): Error {
  if (!headers.get('Content-Type')?.includes('json')) return new Unreachable(`${status}: no page`);
  const answer = JSON.parse(text) as { error?: { code?: string; message?: string } };
  return new ApiError(status, answer.error?.code ?? '', answer.error?.message ?? '', answer);
}
