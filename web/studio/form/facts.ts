import { labelOf } from './schema';

/** A value's home: the file that it is written in, and where in it. */
export interface Place {
  file: string;
  at: string;
}

/** What a text refers to as {{…}}. */
export interface Fact {
  /** What it says, or else what it is called. */
  words: string;
  /** Of what is computed, such as {{year}}: none. */
  home: Place | undefined;
}

/** The folder of the site that a file is of. */
export const folderOf = (file: string) => file.replace(/\/(pages\/.*|[^/]*)$/, '');

/** Where the entry of a kind of content is written: `site/id` is one of another site. */
export function entryHome(file: string, kind: string, id: string): Place {
  const [, site, own = id] = /^(.*?)\/(.*)$/.exec(id) ?? [];
  return { file: `${site?.replaceAll('.', '/') ?? folderOf(file)}/${kind}.yaml`, at: own };
}

/** The facts that a text names, each once. What the server does not know, such as those of other sites, has its name. */
export function factsIn(text: string, file: string, known: Record<string, Fact> = {}): Fact[] {
  const names = Array.from(text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g), ([, name = '']) => name);
  const called = (name: string) => name.split(/[./]/).map(labelOf).join(' · ');
  return [...new Set(names)].map((name) => known[name] ?? { words: called(name), home: homeOf(name, file) });
}

function homeOf(name: string, file: string): Place | undefined {
  const [, site = '', kind, at] = /^(.*\/)?([^./]+)\.(.+)$/.exec(name) ?? [];
  if (!kind) return undefined;
  return kind === 'facts' ? entryHome(file, 'site', `${site}facts.${at}`) : entryHome(file, kind, `${site}${at}`);
}
