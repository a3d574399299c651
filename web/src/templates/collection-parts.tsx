import type { Page } from '../content/types.gen';
import type { CollectionParts } from './collection';
import { EntryFoot } from './EntryFoot';
import { EntryHead } from './EntryHead';
import { ListFoot } from './ListFoot';
import { ListHead } from './ListHead';

function Head({ page }: { page: Page }) {
  if (page.entry) return <EntryHead entry={page.entry} page={page} />;
  return page.list ? <ListHead list={page.list} page={page} /> : null;
}

function Foot({ page }: { page: Page }) {
  if (page.entry) return <EntryFoot entry={page.entry} page={page} />;
  return page.list ? <ListFoot list={page.list} title={page.title} /> : null;
}

/** What draws entries and lists of collections. */
export const collectionTemplates: CollectionParts = { Head, Foot };
