import { showStates } from './shown-states';

/** What a specimen says to the window around its frame, when it has come to rest. */
export interface SpecimenMessage {
  specimen: string;
  /** Height of what it shows, in CSS pixels. */
  height: number;
}

/**
 * Waits for fonts, pictures, icons and what the selector asks for, then writes
 * the path into `data-specimen` of the root element. Returns how to call it off.
 */
export function settle(pathname: string, selector?: string): () => void {
  let current = true;
  const wait = async () => {
    showStates();
    // Fonts are asked for when text is laid out, which is before the next frame.
    await nextFrame();
    await document.fonts.ready;
    await Promise.all([...document.images].map(decoded));
    while (current && selector && !document.querySelector(selector)) await nextFrame();
    const patience = performance.now() + 5_000;
    while (current && missingIcons().length > 0 && performance.now() < patience) await nextFrame();
    if (!current) return;
    if (missingIcons().length > 0) console.error('no such icons:', ...missingIcons());
    document.documentElement.dataset.specimen = pathname;
    const height = document.querySelector('main')?.scrollHeight ?? 0;
    const message: SpecimenMessage = { specimen: pathname, height };
    if (window.parent !== window) window.parent.postMessage(message, window.location.origin);
  };
  wait().catch((error: unknown) => console.error(error));
  return () => {
    current = false;
  };
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** A picture that cannot be shown is worth a word; the specimen is worth seeing all the same. */
const decoded = (image: HTMLImageElement) => {
  // One that is far down, or in a tab that is closed, would be waited for in vain.
  image.loading = 'eager';
  return image.decode().catch(() => console.error('no picture:', image.src));
};

/** Icons that are not drawn yet: the browser does not say when the sprite has come. */
function missingIcons(): string[] {
  return [...document.querySelectorAll<SVGUseElement>('svg > use')]
    .filter((use) => use.checkVisibility() && use.getBBox().width + use.getBBox().height === 0)
    .map((use) => use.getAttribute('href') ?? '');
}
