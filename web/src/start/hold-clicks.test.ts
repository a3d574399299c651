import { expect, test, vi } from 'vitest';
import { holdClicks } from './hold-clicks';

test('clicks on buttons that only the application answers are made again, each once, and no others', () => {
  document.body.innerHTML = `
    <button id="tab" type="button"><b>Tab</b></button>
    <button id="more" type="button">More</button>
    <button id="menu" popovertarget="list" type="button">Menu</button>
    <a href="#top" id="link">Top</a>`;
  const clicks: string[] = [];
  document.body.addEventListener('click', ({ target }) => clicks.push((target as Element).id));
  for (const [pressed, again] of [
    [['#tab b'], ['tab']],
    [['#menu', '#link'], []],
    [
      ['#tab', '#more', '#link'],
      ['tab', 'more'],
    ],
    [
      ['#tab', '#more', '#tab'],
      ['more', 'tab'],
    ],
  ] as const) {
    const clickAgain = holdClicks();
    for (const selector of pressed) document.querySelector<HTMLElement>(selector)?.click();
    clicks.length = 0;
    clickAgain();
    expect(clicks).toEqual(again);
  }
  vi.restoreAllMocks();
});
