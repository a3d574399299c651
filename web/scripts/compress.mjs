// Leaves a gzip and a brotli sibling beside every built script, drawing and stylesheet of Studio, so that the
// server compresses nothing when it starts.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// The public site's stylesheets are compressed as they are put together for a site.
const compressed = { client: /\.(js|svg)$/, studio: /\.(js|css)$/ };
for (const [part, names] of Object.entries(compressed)) {
  const assets = fileURLToPath(new URL(`../dist/${part}/assets/`, import.meta.url));
  let files = 0;
  for (const name of readdirSync(assets)) {
    if (/\.(gz|br)$/.test(name)) rmSync(assets + name);
    if (!names.test(name)) continue;
    const data = readFileSync(assets + name);
    const brotli = brotliCompressSync(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    });
    const gzip = gzipSync(data, { level: 9 });
    if (brotli.length < data.length) writeFileSync(`${assets}${name}.br`, brotli);
    if (gzip.length < data.length) writeFileSync(`${assets}${name}.gz`, gzip);
    files += 1;
  }
  console.log(`web/dist/${part}/assets: ${files} files compressed`);
}
