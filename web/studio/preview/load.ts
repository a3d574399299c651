import { ask, failureOf } from '../api/client';

interface Policy {
  createHTML(html: string): string;
}
declare const trustedTypes: { createPolicy(name: 'studio', rules: Policy): Policy } | undefined;

/** The only one of Studio. What is parsed never runs: documents of a parser have no scripts, and the frame allows none. */
const policy =
  typeof trustedTypes === 'undefined' ? undefined : trustedTypes.createPolicy('studio', { createHTML: (html) => html });

/** Whether a document is a page of the site, and no error of what is in between. */
export const isPage = (document: Document | null): document is Document => Boolean(document?.getElementById('root'));

/** Loads a page as the server renders it now. Throws an ApiError, or Unreachable. */
export async function load(address: string): Promise<Document> {
  const { response, text } = await ask(address, { cache: 'no-store' });
  const document = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html');
  if (isPage(document)) return document;
  throw failureOf(response, text);
}
