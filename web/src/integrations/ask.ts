import type { Consent } from '../content/types.gen';

const box =
  'fixed inset-x-0 bottom-0 z-40 grid max-h-[80svh] gap-2 overflow-auto rounded-card border border-edge bg-surface ' +
  'px-4 py-3 text-text shadow-high max-sm:rounded-b-none sm:bottom-6 sm:max-w-md sm:gap-3 sm:p-5 print:hidden ';

/**
 * Away from the buttons at the top of a page, which stand where lines begin, and from forms, which stand where they end;
 * once a chat may run, away from that.
 */
const corners = {
  unasked: 'sm:start-auto sm:end-6 sm:in-[:has(form)]:start-6',
  wanted: 'sm:start-6 sm:end-auto',
};

let close = (): void => undefined;

/** Whether the question is on the page. */
export const isAsking = (): boolean => document.getElementById('consent-title') !== null;

/**
 * Asks whether visitors agree, and resolves with the answer; undefined where the question was closed without one. It
 * has the focus where somebody wanted it, and then it can be closed. It stands before everything else, so that those
 * who use the keyboard come to it first, lies above the end of the page and moves nothing. Both answers look the same.
 */
export function ask(words: Consent, wanted: boolean): Promise<boolean | undefined> {
  close();
  const { activeElement } = document;
  const title = make('h2', 'font-display leading-tight outline-none sm:text-lg/tight', words.title);
  title.id = 'consent-title';
  title.tabIndex = -1;
  const text = make('p', 'text-sm text-muted', `${words.text} `);
  if (words.link?.href) {
    const link = make('a', 'text-primary underline', words.link.label);
    link.href = words.link.href;
    text.append(link);
  }
  const answers = make('div', 'grid grid-cols-2 gap-3');
  const question = make('section', box + corners[wanted ? 'wanted' : 'unasked']);
  question.setAttribute('aria-labelledby', title.id);
  question.append(title, text, answers);
  const { style } = document.documentElement;
  // Whatever has the focus, and a toast, stand above it (WCAG 2.4.11); so does the end of the page (base.css).
  const measure = new ResizeObserver(() =>
    style.setProperty('--asking', `${innerHeight - question.getBoundingClientRect().top}px`),
  );
  return new Promise((resolve) => {
    const end = (answer?: boolean) => {
      const inside = question.contains(document.activeElement);
      close();
      if (inside && activeElement instanceof HTMLElement) activeElement.focus();
      resolve(answer);
    };
    close = () => {
      measure.disconnect();
      style.removeProperty('--asking');
      question.remove();
    };
    for (const [label, answer] of [
      [words.decline, false],
      [words.accept, true],
    ] as const) {
      const button = make('button', 'button button-secondary w-full', label);
      button.type = 'button';
      button.addEventListener('click', () => end(answer));
      answers.append(button);
    }
    if (wanted) question.addEventListener('keydown', ({ key }) => key === 'Escape' && end());
    document.body.prepend(question);
    measure.observe(question);
    if (wanted) title.focus();
  });
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
