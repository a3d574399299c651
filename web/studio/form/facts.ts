import type { FileAnswer, Value } from '../api/types';
import { valueAt } from '../changes/values';
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
  const [, site, own = id] = /^(.*)\/(.*)$/.exec(id) ?? [];
  return { file: `${site?.replaceAll('.', '/') ?? folderOf(file)}/${kind}.yaml`, at: own };
}

/** The facts that a text names, each once. Of those that nobody knows, names and places in the file are told apart. */
export function factsIn(text: string, { file, values }: FileAnswer, known: Record<string, Fact> = {}): Fact[] {
  const names = Array.from(text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g), ([, name = '']) => name);
  return [...new Set(names)].map((name) => {
    if (known[name]) return known[name];
    const home = homeOf(name, file);
    const value: Value | undefined = home?.file === file ? valueAt(values, home.at) : undefined;
    const called = name
      .split(/[./]/)
      .filter((part) => part !== 'facts')
      .map(labelOf);
    return { words: typeof value === 'string' ? value : called.join(' · '), home };
  });
}

function homeOf(name: string, file: string): Place | undefined {
  const [, site = '', kind = '', id = '', part = ''] = /^(?:(.*)\/)?([^./]+)\.([^.]+)(?:\.([^.]+))?/.exec(name) ?? [];
  if (!kind) return undefined;
  const prefix = site && `${site}/`;
  if (kind === 'site') return { ...entryHome(file, 'site', `${prefix}${id}`) };
  if (kind === 'facts') return { ...entryHome(file, 'site', prefix), at: `facts.${id}` };
  const home = entryHome(file, kind, `${prefix}${id}`);
  return part ? { ...home, at: `${home.at}.${part === 'period' ? 'price' : part}` } : home;
}
