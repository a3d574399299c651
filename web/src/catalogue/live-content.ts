import { fetchPage } from '../content/fetch-page';
import { pageKey } from '../content/page-data';
import type { PageData, Section } from '../content/types.gen';

/** A section as a page of a site holds it. */
export interface LiveSection {
  /** The page that it is from. */
  path: string;
  section: Section;
}

let pages: Promise<PageData[]> | undefined;

/** All pages of all sites: the site map knows their paths. */
async function fetchPages(): Promise<PageData[]> {
  const response = await fetch('/sitemap.xml');
  if (!response.ok) throw new Error(`sitemap.xml: ${response.status} ${response.statusText}`);
  const map = new DOMParser().parseFromString(await response.text(), 'application/xml');
  const paths = [...map.getElementsByTagName('loc')].map(({ textContent }) => new URL(textContent ?? '').pathname);
  return Promise.all(paths.map((path) => fetchPage(pageKey(path))));
}

/** What the pages of a site hold of a section type. */
export async function liveSections(site: string, type: string): Promise<LiveSection[]> {
  pages ??= fetchPages();
  return (await pages)
    .filter((data) => data.site.id === site)
    .flatMap(({ page }) => (page.sections ?? []).map((section) => ({ path: page.path, section })))
    .filter(({ section }) => section.type === type);
}
