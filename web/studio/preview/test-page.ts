import type { Leaf, Page } from '../api/types';

/** A document of the site with sections: each is what stands in it. */
export const documentOf = (sections: Record<string, string>, header = '', head = '<title>Home</title>') => {
  const bands = Object.entries(sections).map(
    ([type, inner]) => `<section data-section="${type.replace(/\d/, '')}">${inner}</section>`,
  );
  const html = `<html><head>${head}</head><body><div id="root"><header>${header}</header><main>${bands.join('')}</main></div></body></html>`;
  return new DOMParser().parseFromString(html, 'text/html');
};

/** What the server says of a page: of each section, the words by their paths below it. */
export const pageOf = (
  sections: Record<string, Record<string, string>>,
  around: Record<string, string> = {},
): Page => ({
  file: 'main/pages/index.yaml',
  title: 'Home',
  sections: Object.entries(sections).map(([type, words], index) => {
    const at = `sections[${index}].${type.replace(/\d/, '')}`;
    return { type, file: 'main/pages/index.yaml', at, leaves: leavesOf('main/pages/index.yaml', words, `${at}.`) };
  }),
  around: leavesOf('main/site.yaml', around),
  problems: [],
  held: null,
  shown: { draft: false, hidden: false, from: null, until: null, zone: 'UTC' },
  preview: '/studio/preview/?site=main',
});

/** A path that names its file, such as `main/plans.yaml:pro.name`, stands for itself. */
const leavesOf = (file: string, words: Record<string, string>, below = ''): Leaf[] =>
  Object.entries(words).map(([path, text]) => {
    const [other, at] = path.split(':');
    return at === undefined ? { text, file, at: below + path } : { text, file: other ?? '', at };
  });
