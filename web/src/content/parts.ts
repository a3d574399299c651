import type { Page } from './types.gen';

/**
 * Code that only some pages need, by the type of section that needs it. What entries and lists need is called
 * collection, what draws scenes is called scenes.
 */
type PartLoader = () => Promise<void>;

const loaders = new Map<string, PartLoader>();

/** Makes known how to load what sections of a type need. Only the client splits its code; the server holds everything. */
export function registerPart(sectionType: string, load: PartLoader): void {
  loaders.set(sectionType, load);
}

/** Loads all code that is needed to draw a page, so that drawing it never waits. */
export async function loadParts(page: Page): Promise<void> {
  const types = new Set<string>(page.sections?.map((section) => section.type));
  if (page.entry || page.list) types.add('collection');
  if (page.scenes) types.add('scenes');
  await Promise.all([...types].map((type) => loaders.get(type)?.()));
}
