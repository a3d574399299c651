import type { Page } from '../content/types.gen';
import { type Chunk, chunks } from './chunks.gen';
import { install } from './lazy';

const loaders = {
  forms: () => import('./forms.gen'),
  more: () => import('./more.gen'),
} satisfies Record<Chunk, () => Promise<object>>;

/** The chunks that a page needs beyond those of all pages; the server finds them likewise (assets.Library.Chunks). */
export function chunksOf(page: Page): Set<Chunk> {
  const needed = new Set<Chunk>();
  for (const { type } of page.sections ?? []) {
    const chunk = chunks[type];
    if (chunk) needed.add(chunk);
  }
  if (page.entry || page.list || page.scenes) needed.add('more');
  return needed;
}

/** Loads all code that is needed to draw a page, so that drawing it never waits. */
export async function loadChunks(page: Page): Promise<void> {
  await Promise.all(Array.from(chunksOf(page), async (chunk) => install((await loaders[chunk]()).components)));
}
