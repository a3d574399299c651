import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

// What is waited for may take long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// happy-dom has no popovers: just enough of them that what opens and closes can be asked for.
if (typeof HTMLElement !== 'undefined') installPopovers(HTMLElement.prototype);

function installPopovers(prototype: HTMLElement): void {
  const open = new WeakSet<HTMLElement>();
  const matches = prototype.matches;
  const toggle = (element: HTMLElement, opens: boolean) => {
    if (open.has(element) === opens) return;
    if (opens) open.add(element);
    else open.delete(element);
    element.dispatchEvent(Object.assign(new Event('toggle'), { newState: opens ? 'open' : 'closed' }));
  };
  prototype.showPopover = function () {
    toggle(this, true);
  };
  prototype.hidePopover = function () {
    toggle(this, false);
  };
  prototype.matches = function (this: HTMLElement, selector: string) {
    return selector === ':popover-open' ? open.has(this) : matches.call(this, selector);
  } as typeof matches;
}

// What goes to the console as an error is a failure, except where a test says so with expectErrors.
const errors: unknown[][] = [];
let expected = false;

/** Says that the test writes errors to the console, and returns them. */
export function expectErrors(): unknown[][] {
  expected = true;
  return errors;
}

beforeEach(() => {
  errors.length = 0;
  expected = false;
  vi.spyOn(console, 'error').mockImplementation((...parts) => void errors.push(parts));
});

afterEach(() => {
  cleanup();
  const found = [...errors];
  if (expected) expect(found, 'the test expects an error on the console').not.toHaveLength(0);
  else expect(found, 'nothing may be written to the console as an error').toEqual([]);
});

// The files of a worker have one window: each leaves it as it was.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (typeof document === 'undefined') return;
  const { documentElement: root, head, body } = document;
  head.replaceChildren();
  body.replaceChildren();
  for (const element of [root, body]) for (const name of element.getAttributeNames()) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  window.scrollTo(0, 0);
});
