import type { Value } from '../api/types';

/** A kind of content that a site has entries of. `leads`: each is an address, and where that leads. */
export type Makeable = { kind: string; leads: boolean };

/** Where something new is; a page has an address. */
export type Made = { file: string; at: string; site?: string; path?: string };

/** A part of pages; without a preview where the site has not what it shows. */
export type Sample = { type: string; words: string; sample: Value; preview?: string };

export type PreviewLink = { address: string; until: string };
