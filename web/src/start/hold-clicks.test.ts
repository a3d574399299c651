import { expect, test, vi } from 'vitest';
import { holdClicks } from './hold-clicks';

test('the last click on a button that only the application answers is made again, and no other', () => {
  document.body.innerHTML = `
    <button id="tab" type="button"><b>Tab</b></button>
    <button id="menu" popovertarget="list" type="button">Menu</button>
    <a href="#top" id="link">Top</a>`;
  const clicks: string[] = [];
  document.body.addEventListener('click', ({ target }) => clicks.push((target as Element).id));
  const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
  for (const [pressed, again] of [
    ['#tab b', ['tab']],
    ['#menu', []],
    ['#link', []],
  ] as const) {
    const clickAgain = holdClicks();
    click(pressed);
    clicks.length = 0;
    clickAgain();
    expect(clicks).toEqual(again);
    clickAgain();
  }
  vi.restoreAllMocks();
});
