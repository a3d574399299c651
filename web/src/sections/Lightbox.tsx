import { clsx } from 'clsx';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSite } from '../content/site-context';
import type { GalleryItem } from '../content/types.gen';
import { InterfaceIcon } from '../ui/InterfaceIcon';
import { Picture } from '../ui/Picture';

interface Props {
  items: GalleryItem[];
  /** The one that is opened. */
  first: number;
  /** What they show together. */
  name?: string;
  onClose: () => void;
}

const dialogClass = clsx(
  'lightbox fixed inset-0 m-0 size-full max-h-none max-w-none grid-rows-[auto_minmax(0,1fr)_auto]',
  'bg-background text-text open:grid',
);
const bar = 'flex items-center justify-between gap-4 p-3 md:p-5';

/** Pictures above the page, one at a time, in a strip that is swiped or moved by arrow keys. */
export function Lightbox({ items, first, name, onClose }: Props) {
  const { labels } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(first);
  const shown = items[index];

  useEffect(() => {
    dialog.current?.showModal();
    strip.current?.children[first]?.scrollIntoView({ behavior: 'instant' });
  }, [first]);

  const go = (to: number) => strip.current?.children[to]?.scrollIntoView();
  const move = (event: KeyboardEvent) => {
    const right = document.dir === 'rtl' ? -1 : 1;
    const next = { ArrowLeft: index - right, ArrowRight: index + right, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(Math.max(0, Math.min(next, items.length - 1)));
  };
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setIndex(Math.round(Math.abs(scrollLeft) / clientWidth));
  };
  return (
    <dialog
      aria-label={name || shown?.alt || labels.next}
      className={dialogClass}
      onClick={({ target }) => (target as Element).closest('img, button, p') ?? dialog.current?.close()}
      onClose={onClose}
      onKeyDown={move}
      ref={dialog}
    >
      <div className={bar}>
        <p className="text-sm text-muted tabular-nums">
          {index + 1} / {items.length}
        </p>
        <RoundButton aria-label={labels.close} onClick={() => dialog.current?.close()}>
          <InterfaceIcon name="close" />
        </RoundButton>
      </div>
      <ul
        className="flex overflow-x-auto overscroll-contain [scroll-snap-type:x_mandatory] [scrollbar-width:none]"
        onScroll={follow}
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        {items.map((item, at) => (
          <li className="grid w-full flex-none snap-center grid-rows-[minmax(0,1fr)] px-3 md:px-20" key={at}>
            <Picture className="h-full object-scale-down" image={item.large} />
            {item.caption && <p className="sr-only">{item.caption}</p>}
          </li>
        ))}
      </ul>
      <div className={bar}>
        <RoundButton aria-label={labels.previous} disabled={index === 0} onClick={() => go(index - 1)}>
          <InterfaceIcon name="back" />
        </RoundButton>
        <p aria-hidden="true" className="text-center text-fine">
          {shown?.caption}
        </p>
        <RoundButton aria-label={labels.next} disabled={index === items.length - 1} onClick={() => go(index + 1)}>
          <InterfaceIcon className="rotate-180" name="back" />
        </RoundButton>
      </div>
    </dialog>
  );
}

const round = clsx(
  'grid size-12 flex-none place-items-center rounded-full border border-edge bg-surface text-xl transition-paint',
  'hover:border-primary hover:text-primary disabled:pointer-events-none disabled:opacity-35',
);

function RoundButton(props: ComponentProps<'button'>) {
  return <button {...props} className={round} type="button" />;
}
