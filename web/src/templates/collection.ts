import type { ComponentType } from 'react';
import type { Page } from '../content/types.gen';

type Part = ComponentType<{ page: Page }>;

/** What a page of a collection shows above its sections, and below them. */
export interface CollectionParts {
  Head: Part;
  Foot: Part;
}

let parts: CollectionParts | undefined;

/**
 * Installs what draws entries and lists. The server does so when it starts; the
 * client before it draws the first page of a collection, so that other pages do
 * without the code.
 */
export function installCollection(made: CollectionParts): void {
  parts = made;
}

/** What draws the page beside its sections; undefined for a page of no collection. */
export function collectionParts(page: Page): CollectionParts | undefined {
  if (!page.entry && !page.list) return undefined;
  if (!parts) throw new Error('a page of a collection is drawn before installCollection was called');
  return parts;
}
