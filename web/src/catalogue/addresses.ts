/** Where the catalogue lives during development. */
export const base = '/_catalogue';

/** How much a section of the catalogue holds. */
export const samples = ['shortest', 'usual', 'longest', 'live'] as const;

/** `live` is what the site's own pages hold of the type, as the Go server answers it. */
export type Sample = (typeof samples)[number];

/** The widths that the catalogue shows, in CSS pixels. */
export const widths = [360, 768, 1440] as const;

/** One of the two looks of a site that is shown light and dark. */
export type Look = 'light' | 'dark';

/** Languages other than their own that samples are shown in. Both are written to the left. */
export const languages = ['ar', 'he'] as const;

export type Language = (typeof languages)[number];

/** A site, and the looks that it has; none for a site of one look. */
export interface ShownSite {
  id: string;
  name: string;
  looks: Look[];
}

/** What an address below the base asks for. */
export interface Address {
  /** A section type, or `ui` for components. */
  type: string;
  /** A sample of the section, or the name of a component. Without it the address means all of them, in frames. */
  sample?: string;
}

/** Address of one specimen alone, in the theme of a site: for screenshots and for frames. */
export function specimenAddress(type: string, sample: string, site: string, look?: Look, language?: Language): string {
  const query = new URLSearchParams({ site, ...(look ? { look } : {}), ...(language ? { language } : {}) });
  return `${base}/${type}/${sample}?${query}`;
}

/** Reads a path below the base; undefined when it is none. */
export function parseAddress(pathname: string): Address | undefined {
  const match = /^\/_catalogue(?:\/([\w-]+)(?:\/([\w-]+))?)?\/?$/.exec(pathname);
  if (!match) return undefined;
  const [, type = 'ui', sample] = match;
  return sample === undefined ? { type } : { type, sample };
}
