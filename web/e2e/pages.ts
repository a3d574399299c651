/** Whether all pages are looked at, as `make audit` does. */
export const everything = Boolean(process.env.MARQUEE_AUDIT);

/** Details of a test that runs in `make test` with some pages, and in `make audit` with all. */
export const alsoInAudit = everything ? { tag: '@audit' } : {};

/** What a page is made of, as its HTML says. */
const partsOf = (html: string): string[] => [
  /<html [^>]*?\b(lang="[^"]*")/.exec(html)?.[1] ?? '',
  ...(html.match(/\bdata-(?:site|section|layout|side|slot)="[^"]*"/g) ?? []),
];

/**
 * The addresses of pages that between them have every site, language, type of section, layout and slot of all pages in
 * the sitemaps of some servers; in `make audit` of all these pages. Whatever is new is among them by itself.
 */
export async function pagesToLookAt(...servers: { url: string }[]): Promise<string[]> {
  const all = (await Promise.all(servers.map(addresses))).flat();
  if (everything) return all;
  const parts = new Map<string, string[]>();
  for (const url of all) parts.set(url, partsOf(await (await fetch(url)).text()));
  const missing = new Set(Array.from(parts.values()).flat());
  const chosen: string[] = [];
  while (missing.size > 0) {
    const gain = (url: string) => new Set(parts.get(url)?.filter((its) => missing.has(its))).size;
    const best = all.reduce((best, url) => (gain(url) > gain(best) ? url : best));
    chosen.push(best);
    for (const its of parts.get(best) ?? []) missing.delete(its);
  }
  return chosen;
}

/** The pages that a sitemap names, on the server that is tested. */
async function addresses({ url }: { url: string }): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => url + new URL(address).pathname);
}
