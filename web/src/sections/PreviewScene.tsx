import type { Preview } from '../content/types.gen';
import { ChatScene } from '../ui/scenes/ChatScene';
import { ExampleScene } from '../ui/scenes/ExampleScene';
import { JournalScene } from '../ui/scenes/JournalScene';
import { PromptScene } from '../ui/scenes/PromptScene';
import { RepairScene } from '../ui/scenes/RepairScene';

interface Props {
  preview: Preview;
  /** Leaves out the anchor, where the same scene may stand on the page twice. */
  anchored?: boolean;
}

/** The drawn scene of a product. */
export function PreviewScene({ preview: { chat, example }, anchored = true }: Props) {
  if (chat) {
    const Chat = chat.steps ? RepairScene : chat.drawing ? JournalScene : ChatScene;
    return <Chat {...chat} id={anchored ? chat.id : undefined} />;
  }
  if (example) {
    const Example = example.notes ? PromptScene : ExampleScene;
    return <Example {...example} id={anchored ? example.id : undefined} />;
  }
  throw new Error('a preview holds neither a chat nor an example');
}
