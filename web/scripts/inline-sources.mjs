// Writes dist/inline-sources.json: what published packages put into a document inline, as the hash sources by which
// the content security policy allows exactly that and nothing else.
//   scripts  React's own, which keeps a form that is sent before the page is hydrated (<form action={function}>)
//   styles   Sonner's stylesheet, which it adds to the document when it is loaded
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Window } from 'happy-dom';

process.env.NODE_ENV = 'production';
const target = new URL('../dist/inline-sources.json', import.meta.url);

async function reactScripts() {
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server.edge');
  const html = renderToString(createElement('form', { action: () => undefined }));
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script);
}

async function sonnerStyles() {
  const { document } = new Window();
  globalThis.document = document;
  await import('sonner');
  delete globalThis.document;
  return [...document.querySelectorAll('style')].map((style) => style.textContent);
}

const source = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const scripts = (await reactScripts()).map(source);
const styles = (await sonnerStyles()).map(source);
if (scripts.length !== 1 || styles.length !== 1)
  throw new Error(`one inline script and one style were expected, there are ${scripts.length} and ${styles.length}`);
// Sonner adds its style element empty, and fills it then: a browser asks both times.
styles.push(source(''));
await writeFile(target, JSON.stringify({ scripts, styles }));
console.log(`${fileURLToPath(target)}: ${scripts.length} script, ${styles.length - 1} style`);
