import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { useSite } from '../content/site-context';
import { InterfaceIcon } from '../ui/InterfaceIcon';

const darkDevice = '(prefers-color-scheme: dark)';

function subscribe(notify: () => void): () => void {
  const device = window.matchMedia(darkDevice);
  const root = new MutationObserver(notify);
  device.addEventListener('change', notify);
  root.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
  return () => {
    device.removeEventListener('change', notify);
    root.disconnect();
  };
}

function isDark(): boolean {
  const { scheme } = document.documentElement.dataset;
  return scheme === 'auto' ? window.matchMedia(darkDevice).matches : scheme === 'dark';
}

/** The button between light and dark. start/scheme.ts does what it says; this says which of them is on. */
export function ThemeSwitch() {
  const { labels, theme } = useSite();
  const dark = useSyncExternalStore(subscribe, isDark, () => theme.scheme === 'dark');
  return (
    <button
      aria-label={labels.darkMode}
      aria-pressed={dark}
      className={clsx(
        'grid size-11 shrink-0 place-items-center rounded-md text-xl text-muted transition-paint',
        '*:col-start-1 *:row-start-1 hover:text-text noscript:hidden md:ms-1',
      )}
      data-scheme-switch
      type="button"
    >
      {/* Which sign is seen is a matter of colour, so it is right before there is a script. */}
      <InterfaceIcon className="stroke-[light-dark(transparent,currentColor)]" name="moon" />
      <InterfaceIcon className="stroke-[light-dark(currentColor,transparent)]" name="sun" />
    </button>
  );
}
