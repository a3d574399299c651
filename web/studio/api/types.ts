/**
 * What the server's calls below /studio/api take and answer. Times are RFC 3339. Files are named by their path in the
 * content folder, values by theirs in the file, as problems name them: `sections[0].hero.title`.
 */

/** What a file says: nothing, a text (a number or a boolean is its text), a list, or keys in the order of the file. */
export type Value = null | string | Value[] | { [key: string]: Value };

export type Role = 'owner' | 'editor' | 'writer' | 'inbox';

export interface Me {
  email: string;
  role: Role;
  sites: Site[];
  /** Why nothing can be changed, in a sentence; empty where it can. */
  readOnly: string;
  sessions: Session[];
}

export interface Site {
  id: string;
  name: string;
  lang: string;
  /** The id of the site that this one translates, or empty. */
  of: string;
  path: string;
}

export interface Session {
  id: string;
  agent: string;
  since: string;
  seen: string;
  current: boolean;
}

export interface PageEntry {
  site: string;
  path: string;
  title: string;
  file: string;
  /** The page itself is not published. */
  draft: boolean;
  /** It has changes that are not published. */
  changed: boolean;
}

/** Words as they stand in a page, and the file and path that they come from. */
export interface Leaf {
  text: string;
  file: string;
  at: string;
}

export interface Section {
  type: string;
  file: string;
  at: string;
  leaves: Leaf[];
}

export interface Page {
  file: string;
  title: string;
  sections: Section[];
  /** What stands outside of sections: navigation, footer, announcement, head. */
  around: Leaf[];
  problems: Problem[];
  /** The address for the frame. */
  preview: string;
}

export interface Problem {
  severity: 'error' | 'warning';
  file: string;
  line: number;
  column: number;
  code: string;
  message: string;
  hint: string;
  source: string;
  /** The path of the value, where it is known. */
  at: string;
}

export interface FileAnswer {
  file: string;
  version: string;
  /** The name of its JSON schema: /studio/api/schemas/NAME. */
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
}

/** An operation on a value. */
export interface Operation {
  op: 'set' | 'unset' | 'insert' | 'remove' | 'move';
  at: string;
  /** Of move: the place in the list once it is moved. */
  to?: string;
  value?: Value;
  /** What the person saw at the path. */
  old?: Value;
}

export interface Change extends Operation {
  file: string;
}

/** A change that is not published. */
export interface Listed extends Change {
  by: string;
  when: string;
  conflict: null | { theirs: Value; by: string; when: string };
  /** For a person: "Home · Hero · Title". */
  title: string;
}

export interface ChangesAnswer {
  files: { file: string; version: string; problems: Problem[] }[];
}

/** Of a change that was sent: what stands at its path, and who wrote it when. */
export interface Conflict {
  id: string;
  yours: Value;
  theirs: Value;
  by: string;
  when: string;
}

export interface Published {
  revision: string;
  /** Since when visitors get it. */
  live: string;
  /** Sites that stay as they were, and why. */
  held: { site: string; problems: Problem[] }[];
}

export interface Publication {
  revision: string;
  when: string;
  /** An address, or "disk". */
  by: string;
  files: { file: string; changes: (Operation & { title: string })[] }[];
}

export interface Person {
  email: string;
  role: Role;
  /** None: all. */
  sites: string[];
  since: string;
  seen: string;
}
