import type { Operation, Value } from '../api/types';

/** Where a file names a picture or a download: the whole text that it stands in. */
export interface Use {
  file: string;
  at: string;
  text: string;
  site: string;
}

/** A picture or a file for download. `src` is how the files of its site name it, `lasting` the address of a download. */
export interface Medium {
  file: string;
  src: string;
  size: number;
  sum: string;
  width: number;
  height: number;
  lasting: string;
  problem: string;
  /** Whether it is not published yet. */
  changed: boolean;
  uses: Use[];
  /** What `images.yaml` says of it, in each language: that goes with it. */
  notes: { file: string; at: string; value: Value }[];
}

export interface MediaAnswer {
  /** Of the site, in the content folder. */
  folder: string;
  media: Medium[];
  /** Whether one may add pictures. */
  edit: boolean;
}

/** What becomes of a file once the server has it: an operation whose value, or the `src` in it, is its name. */
export interface Target extends Operation {
  file: string;
}

/** What a file is for: a folder such as `main/images`, or a file that it takes the place of. */
export interface Purpose {
  to: string;
  target?: Target | undefined;
}

/** A file on its way, which the browser keeps until the server has all of it. */
export interface Waiting extends Purpose {
  id: string;
  email: string;
  name: string;
  blob: Blob;
}

export type UploadAnswer = { arrived: number; chunk: number } | { file: string; src: string };
