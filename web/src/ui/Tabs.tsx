import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { ItemHeading, SectionTitleId } from './Heading';

interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface Props {
  tabs: Tab[];
  /** Id of the tab to open once the script is there, and again when it changes; unknown ones change nothing. */
  open?: string;
}

const tab = clsx(
  'min-h-11 rounded-(--radius) px-2 py-2 text-sm font-medium wrap-normal text-muted transition-paint',
  'hover:text-text sm:px-5 aria-selected:bg-primary aria-selected:text-on-primary',
  'forced-colors:aria-selected:underline focus-visible:outline-offset-2',
);

/**
 * Panels that share one place (WAI-ARIA APG, tabs with automatic activation). A hidden panel keeps all that was typed.
 * Without scripts all panels stand below each other, each with its heading.
 */
export function Tabs({ tabs, open }: Props) {
  const base = useId();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const sought = useSought(setActive);

  const wanted = tabs.findIndex(({ id }) => id === open);
  useEffect(() => {
    const [, ...panels] = list.current?.parentElement?.children ?? [];
    // A tab that was chosen before the script came has the focus, and nothing else to show for it.
    const chosen = Array.from(list.current?.children ?? []).indexOf(document.activeElement as Element);
    const next = [chosen, wanted, panels.findIndex(isFilledIn)].find((index) => index >= 0);
    if (next !== undefined) setActive(next);
  }, [wanted]);

  const choose = (index: number) => {
    setActive(index);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { length } = tabs;
    const right = document.dir === 'rtl' ? length - 1 : 1;
    const targets: Record<string, number> = {
      ArrowRight: (active + right) % length,
      ArrowLeft: (active + length - right) % length,
      Home: 0,
      End: length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };

  return (
    <div data-interactive ref={sought}>
      <div
        aria-labelledby={useContext(SectionTitleId)}
        className={clsx(
          'mb-8 grid max-w-full auto-cols-[minmax(min-content,1fr)] grid-flow-col gap-1 overflow-x-auto',
          'rounded-(--radius) border border-line bg-surface p-1 sm:w-fit noscript:hidden',
        )}
        onKeyDown={onKeyDown}
        data-slot="tabs"
        ref={list}
        role="tablist"
      >
        {tabs.map(({ id, label }, index) => (
          <button
            aria-controls={`${base}-${id}-panel`}
            aria-selected={index === active}
            className={tab}
            id={`${base}-${id}-tab`}
            key={id}
            onClick={() => setActive(index)}
            data-slot="tab"
            role="tab"
            tabIndex={index === active ? 0 : -1}
            type="button"
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ id, label, content }, index) => (
        <div
          aria-labelledby={`${base}-${id}-tab`}
          className={clsx('noscript:not-last:mb-16', index !== active && 'hidden noscript:block')}
          id={`${base}-${id}-panel`}
          key={id}
          data-slot="tabpanel"
          role="tabpanel"
        >
          <ItemHeading className="mb-6 hidden noscript:block" size="large">
            {label}
          </ItemHeading>
          {content}
        </div>
      ))}
    </div>
  );
}

/** Whether somebody has begun to fill something in: on an earlier visit too, of which the browser restores it. */
function isFilledIn(panel: Element): boolean {
  const controls = [...panel.querySelectorAll<HTMLInputElement>('input, textarea')];
  return (
    controls.some((control) => control.value !== control.defaultValue || control.checked !== control.defaultChecked) ||
    panel.querySelector('option:checked:not([value=""])') !== null
  );
}

/** Opens the panel, of those in what has the ref, that holds what the address leads to, and goes there then. */
function useSought(open: (index: number) => void) {
  const root = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState<{ target: Element }>();
  useEffect(() => sought?.target.scrollIntoView(), [sought]);
  useEffect(() => {
    const seek = () => {
      const panels = [...(root.current?.querySelectorAll(':scope > [role=tabpanel]') ?? [])];
      const target = document.getElementById(window.location.hash.slice(1));
      const index = panels.findIndex((panel) => panel.contains(target));
      if (!target || index < 0 || target.checkVisibility()) return;
      open(index);
      setSought({ target });
    };
    seek();
    window.addEventListener('hashchange', seek);
    return () => window.removeEventListener('hashchange', seek);
  }, [open]);
  return root;
}
