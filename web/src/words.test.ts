// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// Every word that a visitor reads or hears comes from the content, where it can be changed and translated; in Studio,
// from its rows of words.

const folder = fileURLToPath(new URL('.', import.meta.url));
/** Words of tests and samples, which no visitor sees. */
const ofTests = /\.test\.tsx?$|(^|\/)test-|-samples\.tsx?$|^catalogue\//;
/** Attributes and properties that browsers, screen readers or our own components show as words. */
const shown =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|label|text|hint|note|message|\w+Label)$/;
const letters = /\p{L}/u;

interface Syntax {
  type: string;
  [part: string]: unknown;
}
const isSyntax = (value: unknown): value is Syntax => typeof (value as Syntax | null)?.type === 'string';

/** Calls back for a piece of syntax and all that it is made of. */
function walk(piece: Syntax, visit: (piece: Syntax) => void): void {
  visit(piece);
  for (const part of Object.values(piece).flat()) if (isSyntax(part)) walk(part, visit);
}

/** The texts that an expression may come to. What it only compares or calls is none of them. */
function texts(value: unknown): string[] {
  if (!isSyntax(value)) return [];
  const among = (...parts: unknown[]) => parts.flatMap(texts);
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'JSXText':
      return [String(value.value)];
    case 'TemplateLiteral':
      return (value.quasis as { value: { raw: string } }[]).map(({ value: { raw } }) => raw);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return texts(value.expression);
    case 'ConditionalExpression':
      return among(value.consequent, value.alternate);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return value.type === 'LogicalExpression' || value.operator === '+' ? among(value.left, value.right) : [];
    default:
      return [];
  }
}

/** The words for visitors that stand in a source file. */
function wordsIn(name: string, source: string): string[] {
  const found: string[] = [];
  const { program, errors } = parseSync(name, source);
  if (errors[0]) throw new Error(`${name}: ${errors[0].message}`);
  const nameOf = (key: unknown) => String((key as { name?: unknown; value?: unknown }).name ?? (key as Syntax).value);
  walk(program as unknown as Syntax, (piece) => {
    if (piece.type === 'JSXElement' || piece.type === 'JSXFragment')
      found.push(...(piece.children as unknown[]).flatMap(texts));
    if (piece.type === 'JSXAttribute' && shown.test(nameOf(piece.name))) found.push(...texts(piece.value));
    if (piece.type === 'CallExpression') {
      for (const argument of piece.arguments as Syntax[])
        for (const { key, value } of (argument.properties ?? []) as Syntax[])
          if (key && shown.test(nameOf(key))) found.push(...texts(value));
    }
    if (piece.type === 'AssignmentExpression' && shown.test(nameOf((piece.left as Syntax).property ?? {})))
      found.push(...texts(piece.right));
  });
  return found.map((text) => text.trim()).filter((text) => letters.test(text));
}

const files = ['', '../studio/']
  .flatMap((part) => readdirSync(folder + part, { recursive: true, encoding: 'utf8' }).map((name) => part + name))
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !ofTests.test(name))
  .sort();

test('no source file holds words for visitors', () => {
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((name) =>
    wordsIn(name, readFileSync(path.join(folder, name), 'utf8')).map((text) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<p>Send</p>', ['Send']],
  ["<p>{'Send'}</p>", ['Send']],
  ["<p>{busy ? 'Sending' : label}</p>", ['Sending']],
  ["<p>{label ?? 'Send'}</p>", ['Send']],
  ['<p>{`' + '$' + '{count} times`}</p>', ['times']],
  ['<img alt="A dog" />', ['A dog']],
  ['<button aria-label={open ? "Close" : label} />', ['Close']],
  ['<Tooltip text="Not yet" />', ['Not yet']],
  ["notify({ title: 'Sent' })", ['Sent']],
  ["document.title = 'Home'", ['Home']],
  ['<p className="big" role="status">{label} · {count === "one" && 2}</p>', []],
])('%s holds %j', (source, words) => {
  expect(wordsIn('sample.tsx', source)).toEqual(words);
});
