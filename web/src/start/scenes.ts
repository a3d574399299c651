import { installScenes } from '../sections/scene';
import { PromptScene } from '../ui/scenes/PromptScene';

/** Installs the scenes that few pages have, as one file. */
export function installSceneParts(): void {
  installScenes({ prompt: PromptScene });
}
