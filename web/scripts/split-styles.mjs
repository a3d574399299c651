// Writes dist/styles.json: the stylesheet of all sites in pieces, each with the section types and scenes that
// alone have it. The server leaves out the pieces of what a site does not show (internal/website/assets/styles.go).
// A utility belongs to sections when its name is in no other source than theirs; what is shared belongs to all.
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

function usersOfUtility(name) {
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

const pieces = [];

/** A rule, the conditions around it, and who needs it; what follows each other and has both in common is one piece. */
function put(css, around, of) {
  const last = pieces.at(-1);
  if (last && last.around === around && last.of.join() === of.join()) last.css += css;
  else pieces.push({ css, around, of });
}

function putUtilities(rules, around) {
  for (const rule of rules) {
    const open = rule.indexOf('{');
    const head = rule.slice(0, open);
    if (/^@(media|supports)/.test(head)) {
      putUtilities(rulesOf(rule.slice(open + 1, -1)), `${around}${head}{`);
      continue;
    }
    const name = /^\.((?:\\.|[\w-])+)/.exec(head)?.[1].replace(/\\(.)/g, '$1');
    // Several selectors are one rule by luck alone: it belongs to all.
    const alone = name && !/(?<!\\),/.test(head.replace(/\([^)]*\)/g, ''));
    put(rule, around, alone ? usersOfUtility(name) : []);
  }
}

const manifest = JSON.parse(readFileSync(`${dist}client/.vite/manifest.json`, 'utf8'));
const [sheet] = manifest['src/entry-client.tsx'].css;
for (const rule of rulesOf(readFileSync(`${dist}client/${sheet}`, 'utf8'))) {
  if (rule.startsWith('@layer utilities{')) putUtilities(rulesOf(rule.slice(17, -1)), '@layer utilities{');
  else put(rule, '', []);
}
writeFileSync(`${dist}styles.json`, JSON.stringify(pieces));
const some = pieces.filter(({ of }) => of.length).reduce((sum, { css }) => sum + css.length, 0);
console.log(`${dist}styles.json: ${pieces.length} pieces, ${some} bytes of them for some sites`);
