import { clsx } from 'clsx';
import { type HeadingSize, ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Words } from '../ui/Words';

interface Props {
  item: { icon?: string; title: string; text?: string };
  size?: HeadingSize;
  /** Classes of the sign, of what holds the words, and of the text. */
  icon?: string;
  body?: string;
  words?: string;
}

/** An item of a list: a sign, a heading, and a sentence or two. */
export function IconItem({ item, size, icon, body, words }: Props) {
  return (
    <>
      {item.icon && <Icon className={icon} name={item.icon} />}
      <div className={body} data-slot="body">
        <ItemHeading size={size}>{item.title}</ItemHeading>
        <Words className={clsx('text-muted', words)} text={item.text} />
      </div>
    </>
  );
}
