// Writes dist/icons.json: the inner SVG of every Lucide icon by name; dist/former-icons.json: the names of today of icons
// that had others; and dist/fields.svg, drawings for large cards.
// The server makes one sprite per site of the icons that the site uses, and one file of the drawings of each page.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const read = (file) => readFile(new URL(import.meta.resolve(`lucide-static/${file}`)), 'utf8');
const target = new URL('../dist/icons.json', import.meta.url);

// Lucide draws none. They had icons until version 1, or people look for them.
const brands = `airbnb amazon android behance bluesky chrome codepen codesandbox discord dribbble etsy facebook figma
  framer github gitlab google instagram linkedin mastercard mastodon medium messenger microsoft paypal pinterest pocket
  reddit skype slack snapchat soundcloud spotify strava stripe telegram threads tiktok trello tripadvisor tumblr twitch
  twitter vimeo visa whatsapp windows wordpress xing yelp youtube`;

async function drawing(name) {
  const inner = /<svg[^>]*>(.*)<\/svg>/s.exec(await read(`icons/${name}.svg`))?.[1];
  if (!inner) throw new Error(`the icon ${name} is no drawing`);
  return inner.replace(/\n\s*/g, '').replaceAll(' />', '/>');
}

const icons = {};
const names = {};
for (const name of Object.keys(JSON.parse(await read('icon-nodes.json'))).sort()) {
  icons[name] = await drawing(name);
  names[icons[name]] ??= name;
}
const former = Object.fromEntries(brands.split(/\s+/).map((name) => [name, '']));
// Files of former names are not listed, and have the drawings of those of today.
for (const file of (await readdir(new URL('icons', import.meta.resolve('lucide-static/icon-nodes.json')))).sort()) {
  const name = file.replace('.svg', '');
  if (!icons[name]) former[name] = names[await drawing(name)];
}
await mkdir(new URL('.', target), { recursive: true });
await copyFile(new URL('../src/ui/scenes/fields.svg', import.meta.url), new URL('fields.svg', target));
await writeFile(target, JSON.stringify(icons));
await writeFile(new URL('former-icons.json', target), JSON.stringify(former));
console.log(`${fileURLToPath(target)}: ${Object.keys(icons).length} icons`);
