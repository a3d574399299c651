const sources = import.meta.glob<string>('../../../content/*/look/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const addresses = import.meta.glob<string>('../../../content/*/look/drawings/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The drawings of the shipped sites by name, as the server gives them to a page. */
export const sampleDrawings = Object.fromEntries(
  Object.entries(sources).map(([path, source]) => {
    const name = path.replace(/^.*\/|\.svg$/g, '');
    const [width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(source)?.slice(1).map(Number) ?? [];
    const parts = [...source.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id = '']) => id).filter((id) => id !== 'base');
    return [name, { name, url: addresses[path], width, height, parts }];
  }),
);
