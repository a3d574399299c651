// Marks the rules in the built stylesheet that only some section types and scenes have, as in
// /*for team split*/.a{…}/*end*/. The server leaves out what a site does not show (internal/website/assets/styles.go).
// A class belongs to sections when its name is in no other source than theirs; what is shared belongs to all.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

const files = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\.|^catalogue\/|section-samples/.test(file))
    .map((file) => [file, readFileSync(path.join(source, file), 'utf8')]),
);

/** Which file draws a section type or a scene. */
const drawers = new Map();
for (const [list, folder] of [
  ['sections/registry.gen.ts', 'sections'],
  ['sections/seldom.gen.ts', 'sections'],
  ['start/scenes.ts', 'start'],
]) {
  const text = readFileSync(path.join(source, list), 'utf8');
  for (const [, component, from] of text.matchAll(/import \{ (\w+) \} from '(\.[^']+)'/g)) {
    const [, name] = new RegExp(`^ +(\\w+): ${component},`, 'm').exec(text) ?? [];
    if (name) drawers.set(`${path.join(folder, from)}.tsx`, name);
  }
}
drawers.delete('sections/Later.tsx');

const importers = new Map([...files.keys()].map((file) => [file, []]));
for (const [file, text] of files) {
  if (file === 'start/scenes.ts') continue;
  for (const [, from] of text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
    const target = path.join(path.dirname(file), from);
    importers.get(`${target}.tsx`)?.push(file);
    importers.get(`${target}.ts`)?.push(file);
  }
}

/** The section types and scenes that alone need a file; undefined where others do, too. */
function usersOf(file, seen = []) {
  const own = drawers.get(file);
  const above = importers.get(file).filter((importer) => !seen.includes(importer));
  if (above.length === 0) return own && [own];
  const all = above.map((importer) => usersOf(importer, [...seen, file]));
  if (all.some((users) => !users)) return undefined;
  return [...all.flat(), ...(own ? [own] : [])];
}

const users = new Map([...files.keys()].map((file) => [file, usersOf(file)]));

function usersOfClass(name) {
  const found = [...files].filter(([, text]) => text.includes(name)).map(([file]) => users.get(file));
  if (found.length === 0 || found.some((one) => !one)) return [];
  return [...new Set(found.flat())].sort();
}

/** The rules of a list of rules. */
function rulesOf(css) {
  const rules = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '\\') at++;
    else if (css[at] === '"' || css[at] === "'") at = css.indexOf(css[at], at + 1);
    else if (css[at] === '{') depth++;
    else if ((css[at] === '}' && --depth === 0) || (css[at] === ';' && depth === 0)) {
      rules.push(css.slice(start, at + 1));
      start = at + 1;
    }
  }
  return rules;
}

/** The rules with marks around those that belong to sections. */
function marked(rules) {
  let css = '';
  let last = '';
  for (const rule of rules) {
    const open = rule.indexOf('{');
    const head = rule.slice(0, open);
    const nested = /^@(media|supports)/.test(head);
    const name = /^\.((?:\\.|[\w-])+)/.exec(head)?.[1].replace(/\\(.)/g, '$1');
    // Several selectors are one rule by luck alone: it belongs to all.
    const alone = name && !/(?<!\\),/.test(head.replace(/\([^)]*\)/g, ''));
    const inner = nested && marked(rulesOf(rule.slice(open + 1, -1)));
    // What holds only rules of the same sections belongs to them itself.
    const whole = inner && /^\/\*for ([^*]+)\*\/(?:(?!\/\*)[\s\S])*\/\*end\*\/$/.exec(inner);
    const of = whole ? whole[1] : alone ? usersOfClass(name).join(' ') : '';
    if (last && last !== of) css += '/*end*/';
    if (of && last !== of) css += `/*for ${of}*/`;
    last = of;
    css += inner && !whole ? `${head}{${inner}}` : rule;
  }
  return last ? `${css}/*end*/` : css;
}

const manifest = JSON.parse(readFileSync(`${dist}client/.vite/manifest.json`, 'utf8'));
const [sheet] = manifest['src/entry-client.tsx'].css;
const css = rulesOf(readFileSync(`${dist}client/${sheet}`, 'utf8'))
  .map((rule) => {
    const [layer] = /^@layer (utilities|components)\{/.exec(rule) ?? [];
    return layer ? `${layer}${marked(rulesOf(rule.slice(layer.length, -1)))}}` : rule;
  })
  .join('');
writeFileSync(`${dist}client/${sheet}`, css);
const some = css.match(/\/\*for [^*]*\*\/.*?\/\*end\*\//gs) ?? [];
console.log(`${dist}client/${sheet}: ${some.join('').length} of ${css.length} bytes are for some sections alone`);
