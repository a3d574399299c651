// Writes dist/icons.json: the inner SVG of every Lucide icon by name; and dist/fields.svg, drawings for large cards.
// The server makes one sprite per site of the icons that the site uses, and one file of the drawings of each page.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const source = require.resolve('lucide-static/icon-nodes.json');
const target = new URL('../dist/icons.json', import.meta.url);

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeText = (value) => String(value).replace(/[&<>"']/g, (sign) => entities[sign]);

function element([name, attributes, children]) {
  if (!/^[a-zA-Z]+$/.test(name)) throw new Error(`an icon has an element named ${name}`);
  const list = Object.entries(attributes ?? {})
    .filter(([attribute]) => attribute !== 'key')
    .map(([attribute, value]) => {
      if (!/^[a-zA-Z][\w:-]*$/.test(attribute)) throw new Error(`an icon has an attribute named ${attribute}`);
      return ` ${attribute}="${escapeText(value)}"`;
    });
  const inner = (children ?? []).map(element).join('');
  return inner ? `<${name}${list.join('')}>${inner}</${name}>` : `<${name}${list.join('')}/>`;
}

const nodes = JSON.parse(await readFile(source, 'utf8'));
const icons = Object.fromEntries(
  Object.keys(nodes)
    .sort()
    .map((name) => [name, nodes[name].map(element).join('')]),
);
await mkdir(new URL('.', target), { recursive: true });
await copyFile(new URL('../src/ui/scenes/fields.svg', import.meta.url), new URL('fields.svg', target));
await writeFile(target, JSON.stringify(icons));
console.log(`${fileURLToPath(target)}: ${Object.keys(icons).length} icons`);
