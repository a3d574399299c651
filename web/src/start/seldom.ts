import { installSeldom } from '../sections/Later';
import { seldomSections } from '../sections/seldom.gen';
import { installCollection } from '../templates/collection';
import { collectionTemplates } from '../templates/collection-parts';

/** Installs what few pages need, as one file: sections that are seldom, entries and lists of collections. */
export function installSeldomParts(): void {
  installCollection(collectionTemplates);
  installSeldom(seldomSections);
}
