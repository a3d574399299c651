// Draws the pictures of the bakery anew. Usage: node examples/_drawings/draw.mjs FOLDER [NAME…]
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findBrowser, findHeadlessShell } from '../../web/scripts/browser.mjs';
import { pictures } from './pictures.mjs';

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('usage: node examples/_drawings/draw.mjs FOLDER [NAME…]');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? findBrowser(), args: ['--no-sandbox'] });
for (const [name, { width, height, draw }] of Object.entries(pictures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${draw(width, height)}`);
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 82 });
  await page.close();
}
await browser.close();
