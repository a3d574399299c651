import type { createRoot as CreateRoot, Root } from 'react-dom/client';
import type { Consent } from '../content/types.gen';
import { ConsentNotice } from './ConsentNotice';

let root: Root | undefined;
let place: HTMLElement | undefined;

/** Shows the question before everything else, so that those who use the keyboard come to it first; see Ask. */
export function ask(createRoot: typeof CreateRoot, words: Consent, wanted: boolean): Promise<boolean | undefined> {
  close();
  const { activeElement } = document;
  place = document.createElement('div');
  document.body.prepend(place);
  root = createRoot(place);
  return new Promise((resolve) => {
    const end = (answer: boolean | undefined) => {
      const inside = place?.contains(document.activeElement);
      close();
      if (inside && activeElement instanceof HTMLElement) activeElement.focus();
      resolve(answer);
    };
    root?.render(
      <ConsentNotice
        onChoice={end}
        onClose={wanted ? () => end(undefined) : undefined}
        wanted={wanted}
        words={words}
      />,
    );
  });
}

function close(): void {
  root?.unmount();
  place?.remove();
  root = place = undefined;
}
