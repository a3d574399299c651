// The look that a visitor chose, on sites with a switch (theme.switch), and on no other. The document loads it before
// its first paint, so that the other look never flashes; so it is a script of its own, no module, and imports nothing.
// The button is ThemeSwitch.tsx; it works from the first moment, before React is there.
{
  const key = 'scheme';
  const root = document.documentElement;
  /** What the site says: light, dark, or auto, which follows the device. */
  const usual = root.dataset.scheme;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const device = () => (dark.matches ? 'dark' : 'light');

  const chosen = (): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // a browser that keeps nothing
    }
  };
  const keep = (look: string | null) => {
    try {
      if (look) localStorage.setItem(key, look);
      else localStorage.removeItem(key);
    } catch (error) {
      console.info(error); // then it holds for this page
    }
  };
  const show = (look: string | null) => {
    const known = look === 'light' || look === 'dark';
    root.dataset.scheme = known ? look : usual;
    const named = known ? look : usual === 'auto' ? '' : usual;
    // The colour of the browser's own bar: one element for each look.
    for (const [i, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries()) {
      const of = i ? 'dark' : 'light';
      meta.media = named ? (named === of ? 'all' : 'not all') : `(prefers-color-scheme: ${of})`;
    }
  };

  /** Says which look is shown on the buttons that came with the document; React says it of its own. */
  const say = () => {
    const dark = (root.dataset.scheme === 'auto' ? device() : root.dataset.scheme) === 'dark';
    for (const button of document.querySelectorAll('[data-scheme-switch]'))
      button.setAttribute('aria-pressed', `${dark}`);
  };
  new MutationObserver(say).observe(root, { attributeFilter: ['data-scheme'] });
  dark.addEventListener('change', say);
  addEventListener('DOMContentLoaded', say);

  show(chosen());
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) show(chosen());
  });
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.closest('[data-scheme-switch]'))) return;
    const shown = root.dataset.scheme === 'auto' ? device() : root.dataset.scheme;
    const next = shown === 'dark' ? 'light' : 'dark';
    // What comes without a choice is not kept: the site goes on to follow the device.
    const look = next === (usual === 'auto' ? device() : usual) ? null : next;
    keep(look);
    show(look);
  });
}

// For the compiler alone, which takes it for a module of its tests; the build leaves it out.
export {};
