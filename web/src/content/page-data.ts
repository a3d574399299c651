import type { PageData } from './types.gen';

/** The address of a page's data, which is also its key in the cache. */
export function pageKey(pathname: string): string {
  // A path keeps its percent escapes; these signs mean something else in a query.
  return `/api/pages?path=${pathname.replace(/[&+#]/g, encodeURIComponent)}`;
}

/** Whether the document shows the not-found page; such a page has no path of its own. */
export function isNotFound(data: PageData): boolean {
  return data.page.path === '';
}
