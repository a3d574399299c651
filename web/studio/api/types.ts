/**
 * What the server's calls below /studio/api take and answer. Times are RFC 3339. Files are named by their path in the
 * content folder, values by theirs in the file, as problems name them: `sections[0].hero.title`.
 */

/** What a file says: nothing, a text (a number or a boolean is its text), a list, or keys in the order of the file. */
export type Value = null | string | Value[] | { [key: string]: Value };

export type Role = 'owner' | 'editor' | 'writer' | 'inbox';

/** Who is signed in. `readOnly`: why nothing can be changed, in a sentence; empty where it can. */
export type Me = { email: string; role: Role; sites: Site[]; readOnly: string; sessions: Session[] };

/** `of` is the id of the site that this one translates, or empty. */
export type Site = { id: string; name: string; lang: string; of: string; path: string };

export type Session = { id: string; agent: string; since: string; seen: string; current: boolean };

/** `draft`: the page itself is not published; `changed`: it has changes that are not. */
export type PageEntry = {
  site: string;
  path: string;
  title: string;
  file: string;
  draft: boolean;
  changed: boolean;
  /** Of the first page of a collection: what its entries are. */
  collection?: string;
};

/** When visitors see a page: moments, and the zone of the clock that they are on. `hidden`: not now. */
export type Shown = { draft: boolean; hidden: boolean; from: string | null; until: string | null; zone: string };

/** Words as they stand in a page, of a picture its address, too, and the file and path that they come from. */
export type Leaf = { text: string; src?: string; file: string; at: string };

export type Section = { type: string; file: string; at: string; leaves: Leaf[] };

export interface Page {
  file: string;
  title: string;
  sections: Section[];
  /** What stands outside of sections: navigation, footer, announcement, head. */
  around: Leaf[];
  problems: Problem[];
  /** While there are mistakes in any file, the first of those that one may see: the page is as it was before them. */
  held: Problem[] | null;
  /** The address for the frame. */
  preview: string;
  shown: Shown;
}

export interface Problem {
  severity: 'error' | 'warning';
  file: string;
  line: number;
  column: number;
  code: string;
  message: string;
  hint?: string;
  /** The path of the value, where it is known. */
  at: string;
}

/** `schema` is the name of its JSON schema: /studio/api/schemas/NAME. */
export interface FileAnswer {
  file: string;
  version: string;
  schema: string;
  values: Value;
  source: string;
  changes: Listed[];
  problems: Problem[];
}

/** What inputs offer to choose from. */
export interface Choices {
  icons: { name: string }[];
  pictures: string[];
  links: { to: string; title: string }[];
  references: Record<string, { id: string; title: string }[]>;
  /** The zone of the site's clock. */
  zone: string;
}

/**
 * An operation on a value. `to`: the place in the list once it is moved; `old`: what the person saw at the path, null
 * where nothing is, too; `isNew`: nothing was, so that taking it back leaves nothing.
 */
export interface Operation {
  op: 'set' | 'unset' | 'insert' | 'remove' | 'move';
  at: string;
  to?: string;
  value?: Value;
  old?: Value;
  isNew?: boolean;
}

export interface Change extends Operation {
  file: string;
}

/** A change that is not published. */
export interface Listed extends Change {
  by: string;
  when: string;
  conflict: null | { theirs: Value; by: string; when: string };
}

export type ChangesAnswer = { files: { file: string; version: string; problems: Problem[] }[] };

/** Of a change that was sent: what stands at its path, and who wrote it when. */
export type Conflict = { id: string; yours: Value; theirs: Value; by: string; when: string };

/** Since when visitors get it, and which sites stay as they were, and why. */
export type Published = { revision: string; live: string; held: { site: string; problems: Problem[] }[] };

/** `by` is an address, or "disk". */
export interface Publication {
  revision: string;
  when: string;
  by: string;
  files: { file: string; changes: Operation[] }[];
}

/** No sites are all. */
export type Person = { email: string; role: Role; sites: string[]; since: string; seen: string };
