import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Scanner } from '@tailwindcss/oxide';
import postcss, { type AtRule, type Root } from 'postcss';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const styles = `${source}styles/`;

/** parts/NAME.css, backgrounds/NAME.css, characters/NAME.css: the order in which Go writes them, too. */
const partFiles = ['parts', 'backgrounds', 'characters'].flatMap((folder) =>
  readdirSync(styles + folder)
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => `${folder}/${name}`),
);

const layerOf = (file: string) => (file.startsWith('characters') ? 'character' : 'components');

/** What all characters have in common stands in the file of each. */
const shared = readFileSync(`${styles}characters.css`, 'utf8');

/**
 * What not every site needs of the styles. The build leaves it in pieces, of which the Go server adds to a site's
 * stylesheet those that the site uses (internal/website/assets/styles.go). Development has all of it in one.
 */
export function styleParts(): Plugin[] {
  return [parts(), withoutFallbacks(), utilities()];
}

/**
 * Each value of theme.background and of theme.character, and what only one section or scene has, is a file. Characters
 * have a layer of their own, which comes after utilities and so wins over them.
 */
function parts(): Plugin {
  const last = '@import "./media.css";';
  return {
    name: 'style-parts',
    // Before Tailwind, which follows imports by itself.
    enforce: 'pre',
    config: (_, { command }) =>
      command === 'build'
        ? { build: { rolldownOptions: { input: partFiles.map((file) => `src/styles/${file}`) } } }
        : undefined,
    transform(code, id) {
      const file = id.startsWith(styles) ? id.slice(styles.length).replace(/\?.*/, '') : '';
      if (partFiles.includes(file)) {
        const rules = layerOf(file) === 'character' ? shared + code : code;
        return { code: `@reference "../main.css";\n@layer ${layerOf(file)} {\n${rules}\n}`, map: null };
      }
      if (file !== 'main.css' || this.environment.mode !== 'dev') return undefined;
      const imports = ['characters.css', ...partFiles].map((part) => `@import "./${part}" layer(${layerOf(part)});\n`);
      return { code: code.replace(last, imports.join('') + last), map: null };
    },
  };
}

/**
 * Leaves out what Tailwind says again for browsers without color-mix(): those of build.cssTarget have it, and others
 * would not see the colours that the styles derive from a site's theme either. It also replaces var(--tw-NAME) by its
 * value in the same rule where one class alone reads it.
 */
function withoutFallbacks(): Plugin {
  return {
    name: 'style-fallbacks',
    transform(code, id) {
      if (!id.startsWith(styles)) return undefined;
      const sheet = postcss.parse(code);
      const initial = new Map<string, string>();
      sheet.walkComments((comment) => void comment.remove());
      sheet.walkAtRules((rule) => {
        if (rule.name === 'layer' && rule.params === 'properties') rule.remove();
        if (rule.name === 'property' && alone.test(rule.params)) {
          rule.walkDecls('initial-value', ({ value }) => void initial.set(rule.params, value));
          rule.remove();
        }
        if (rule.name !== 'supports' || !rule.params.startsWith('(color: color-mix')) return;
        rule.prev()?.remove();
        rule.replaceWith(rule.nodes);
      });
      sheet.walk((rule) => {
        if (!('each' in rule)) return;
        const own = new Map(initial);
        rule.each((node) => {
          if (node.type !== 'decl') return;
          const isSolid = node.value === 'var(--tw-border-style)'; // as all borders are (reset.css)
          node.value = resolved(node.value, own);
          if (alone.test(node.prop)) own.set(node.prop, node.value);
          if (alone.test(node.prop) || isSolid) node.remove();
        });
      });
      return { code: sheet.toString(), map: null };
    },
  };
}

/** Tailwind's properties with one reader each. Those of shadows, filters and the like join what several classes say. */
const single =
  '--tw-(?:leading|tracking|font-weight|duration|ease|border-style|content|outline-style|[a-z]+-[xy]-reverse)';
const alone = new RegExp(`^${single}$`);
const reference = new RegExp(`var\\((${single})(?:,\\s*((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*))?\\)`);

/** Puts values, or else what stands behind a comma, in the place of var(--tw-NAME). */
function resolved(value: string, known: Map<string, string>): string {
  const [all, name = '', other = ''] = reference.exec(value) ?? [];
  if (!all) return value;
  const next = value.replace(all, () => known.get(name) ?? other);
  return resolved(next, known).trim();
}

/** A rule that Tailwind made of a class, and what stands around it; without `for`, all sites need it. */
interface Utility {
  open: string;
  css: string;
  close: string;
  for?: string[];
}

/** Takes the utilities out of the stylesheet and leaves them rule by rule, each with the parts of a site that use it. */
function utilities(): Plugin {
  return {
    name: 'style-utilities',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const main = Object.values(bundle).find(
          (file) => file.type === 'asset' && file.originalFileNames.includes('src/styles/main.css'),
        );
        if (main?.type !== 'asset') return this.error('The build has no stylesheet main.css');
        const sheet = postcss.parse(main.source.toString());
        const usersOf = classUsers((id) => {
          const module = this.getModuleInfo(id);
          return module ? [...module.importedIds, ...module.dynamicallyImportedIds] : [];
        });
        const rules = takeUtilities(sheet, usersOf);
        this.emitFile({ type: 'asset', fileName: '.vite/utilities.json', source: JSON.stringify({ rules }) });
        main.source = sheet.toString();
      },
    },
  };
}

type Users = string[] | undefined;

function takeUtilities(sheet: Root, usersOf: (name: string) => Users): Utility[] {
  const rules: Utility[] = [];
  sheet.walkAtRules('layer', (layer) => {
    if (layer.params !== 'utilities' || !layer.nodes) return;
    layer.walkRules((rule) => {
      const around: AtRule[] = [];
      for (let at = rule.parent as AtRule; at !== layer; at = at.parent as AtRule) around.unshift(at);
      rules.push({
        open: around.map(({ name, params }) => `@${name} ${params}{`).join(''),
        css: rule.toString(),
        close: '}'.repeat(around.length),
        for: together(rule.selectors.map((selector) => usersOf(firstClass(selector)))),
      });
    });
    // The place of the layer among the others stays.
    layer.replaceWith(postcss.atRule({ name: 'layer', params: 'utilities' }));
  });
  // What bar: makes stands there twice, for short bars and for long ones: side by side, each query is written once.
  const inLongBar = ({ open, css }: Utility) => css.includes('.bar\\:') && open.startsWith('@media (width>=64rem)');
  return [...rules.filter((rule) => !inLongBar(rule)), ...rules.filter(inLongBar)];
}

function together(users: Users[]): Users {
  return users.includes(undefined) ? undefined : [...new Set(users.flat() as string[])].sort();
}

/** The class that a utility is of, such as lg:p-4 of ".lg\:p-4>*". */
function firstClass(selector: string): string {
  const [, escaped = ''] = /\.((?:\\.|[\w-])+)/.exec(selector) ?? [];
  return escaped.replace(/\\([\da-f]{1,6}) ?|\\(.)/gi, (_, hex, letter) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : letter,
  );
}

/**
 * Returns who uses a class: parts of a site by the names that Go has for them (Page.StyleParts), or undefined where all
 * sites do. A part uses what Tailwind's scanner finds in the files that it imports.
 */
function classUsers(importsOf: (id: string) => readonly string[]): (name: string) => Users {
  const parts = partsByFile();
  const common = closure(`${source}entry-client.ts`);
  common.add(errorPage);
  const users = new Map<string, Set<string>>();
  for (const [root, part] of parts) {
    for (const name of namesIn(closure(root))) users.set(name, (users.get(name) ?? new Set()).add(part));
  }
  for (const name of namesIn(common)) users.delete(name);
  return (name) => {
    if (/\brtl:/.test(name)) return ['rtl'];
    const some = users.get(name);
    return some && [...some];
  };

  /** What a file imports, and so on, up to the roots of other parts. */
  function closure(root: string): Set<string> {
    const files = new Set([root]);
    for (const file of files) {
      for (const id of importsOf(file)) {
        if (id.startsWith(source) && /\.tsx?$/.test(id) && !parts.has(id)) files.add(id);
      }
    }
    return files;
  }
}

function namesIn(files: Set<string>): Set<string> {
  const scanner = new Scanner({});
  return new Set(
    [...files].flatMap((file) => {
      const found = scanner.getCandidatesWithPositions({ content: readFileSync(file, 'utf8'), extension: 'tsx' });
      return found.map(({ candidate }) => candidate);
    }),
  );
}

/** The page that Go writes where the application cannot (internal/website/pages). */
const errorPage = fileURLToPath(new URL('../../internal/website/pages/shell.go', import.meta.url));

/** The parts that have files of their own, by these: types of sections, scenes, and what several sections show. */
function partsByFile(): Map<string, string> {
  const others = {
    'layout/Announcement.tsx': 'announcement',
    'layout/Submenu.tsx': 'submenu',
    'layout/ThemeSwitch.tsx': 'switch',
    'integrations/ask.ts': 'ask',
    'sections/BentoCard.tsx': 'cards-bento',
    'sections/PeriodChoice.tsx': 'periods',
    'ui/Poster.tsx': 'poster',
    'ui/Tabs.tsx': 'tabs',
    'ui/scenes/ChatScene.tsx': 'chat',
    'ui/scenes/ExampleScene.tsx': 'example',
    'ui/scenes/JournalScene.tsx': 'journal',
    'ui/scenes/LegendScene.tsx': 'legend',
    'ui/scenes/PromptScene.tsx': 'prompt',
    'ui/scenes/RepairScene.tsx': 'repair',
    'sections/WindowsScene.tsx': 'windows',
    'templates/EntryHead.tsx': 'entries',
    'templates/EntryFoot.tsx': 'entries',
    'templates/ListHead.tsx': 'entries',
    'templates/ListFoot.tsx': 'entries',
  };
  const fields = readdirSync(`${source}forms/fields`).map(
    (file) => [`${source}forms/fields/${file}`, `field-${file.replace('.tsx', '')}`] as const,
  );
  const registry = readFileSync(`${source}sections/registry.gen.ts`, 'utf8');
  const sections = registry.matchAll(/^ {2}(\w+): (\w+),$/gm);
  return new Map([
    ...Object.entries(others).map(([file, part]) => [source + file, part] as const),
    ...fields,
    ...Array.from(sections, ([, type, component]) => [`${source}sections/${component}.tsx`, String(type)] as const),
  ]);
}
