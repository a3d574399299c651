import { clsx } from 'clsx';
import type { Tab, Tabs as TabsContent } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { RichText } from '../links/RichText';
import { ItemHeading } from '../ui/Heading';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Tabs } from '../ui/Tabs';
import { Points } from './Points';

export function TabsSection({ items, ...head }: TabsContent) {
  return (
    <Section {...head} head="split">
      <Tabs tabs={items.map((item, index) => ({ id: `${index}`, label: item.label, content: <View tab={item} /> }))} />
    </Section>
  );
}

/** What one tab shows: words, and a picture beside them. */
function View({ tab: { title, markdown, points, image, actions } }: { tab: Tab }) {
  return (
    <div
      className={clsx('grid grid-cols-1 items-center gap-x-[clamp(3rem,6vw,6rem)] gap-y-8', image && 'lg:grid-cols-2')}
    >
      <div className="grid grid-cols-1 justify-items-start gap-5">
        {title && <ItemHeading size="large">{title}</ItemHeading>}
        {markdown.length > 0 && <RichText nodes={markdown} />}
        <Points items={points} />
        <Actions className="mt-2" links={actions} />
      </div>
      {image && <Picture className="rounded-card outline -outline-offset-1 outline-edge print:w-1/2" image={image} />}
    </div>
  );
}
