import type { ComponentType } from 'react';
import type { Chat, Drawing, Example, Industries, Tile, Tiles } from '../content/types.gen';

/** What draws each scene that few pages have, by the name that Go gives it (internal/site/section.go). */
export interface Scenes {
  journal: ComponentType<Chat>;
  prompt: ComponentType<Example>;
  repair: ComponentType<Chat>;
  legend: ComponentType<{ drawing: Drawing; items: Tile[]; steps?: Tiles['steps'] }>;
  windows: ComponentType<Industries>;
}

let installed: Scenes | undefined;

/**
 * Installs what draws the scenes. The server does so when it starts; the client
 * before it draws the first page that shows one.
 */
export function installScenes(made: Scenes): void {
  installed = made;
}

/** What draws a scene. */
export function scene<Name extends keyof Scenes>(name: Name): Scenes[Name] {
  if (!installed) throw new Error(`the scene ${name} is drawn before installScenes was called`);
  return installed[name];
}
