import type { Operation, Problem } from '../api/types';

/** How far a language of a site is: its files that have texts, by their originals. */
export interface LanguageAnswer {
  site: string;
  files: { file: string; translation: string; missing: number; stale: number }[];
  /** What has to be mended before anybody knows its files. */
  problems: Problem[];
}

/** A file and its translation, which may not be there yet. */
export interface BesideAnswer {
  file: string;
  translation: string;
  there: boolean;
  units: Unit[];
  /** What stands for the words of a text in what begins it. */
  placeholder: string;
}

/** A text: `at` is the path of its translation, empty where nobody knows it; `begin` puts it there first. */
export interface Unit {
  path: string;
  state: 'missing' | 'stale' | 'not recorded' | 'current';
  source: string;
  at: string;
  begin: Operation | null;
}
