// Writes dist/icons.json: the inner SVG of every Lucide icon by name; and dist/fields.svg, drawings for large cards.
// The server makes one sprite per site of the icons that the site uses, and one file of the drawings of each page.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const read = (file) => readFile(new URL(import.meta.resolve(`lucide-static/${file}`)), 'utf8');
const target = new URL('../dist/icons.json', import.meta.url);

const icons = {};
// There are files of former names as well, which are not listed.
for (const name of Object.keys(JSON.parse(await read('icon-nodes.json'))).sort()) {
  const inner = /<svg[^>]*>(.*)<\/svg>/s.exec(await read(`icons/${name}.svg`))?.[1];
  if (!inner) throw new Error(`the icon ${name} is no drawing`);
  icons[name] = inner.replace(/\n\s*/g, '').replaceAll(' />', '/>');
}
await mkdir(new URL('.', target), { recursive: true });
await copyFile(new URL('../src/ui/scenes/fields.svg', import.meta.url), new URL('fields.svg', target));
await writeFile(target, JSON.stringify(icons));
console.log(`${fileURLToPath(target)}: ${Object.keys(icons).length} icons`);
