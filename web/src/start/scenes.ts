import { installScenes } from '../sections/scene';
import { WindowsScene } from '../sections/WindowsScene';
import { JournalScene } from '../ui/scenes/JournalScene';
import { LegendScene } from '../ui/scenes/LegendScene';
import { PromptScene } from '../ui/scenes/PromptScene';
import { RepairScene } from '../ui/scenes/RepairScene';

/** Installs the scenes that few pages have, as one file. */
export function installSceneParts(): void {
  installScenes({
    journal: JournalScene,
    legend: LegendScene,
    prompt: PromptScene,
    repair: RepairScene,
    windows: WindowsScene,
  });
}
