import { fireEvent, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Pick } from './align';
import { StandingPage } from './standing-page';
import { documentOf, pageOf } from './test-page';

const hero = { title: 'Bread', text: 'Ours.', image: 'A loaf', 'actions[0].label': 'Order' };
const page = pageOf(
  { hero, faq: { 'items[0].question': 'Why?', 'items[0].answer': 'So.' } },
  { 'navigation.links[0].label': 'Home', 'navigation.links[1].label': 'Visit' },
);
const sections = {
  hero: '<div><h1>Bread</h1><p>Ours.</p><i>*</i></div><img src="/a.jpg" alt="A loaf"><a href="/order">Order</a><hr>',
  faq: '<details><summary>Why?</summary><div>So.</div></details>',
};
const header = '<nav><a href="/">Home</a><a href="/visit">Visit</a></nav><button popovertarget="x">Menu</button>';

function standing(shown = documentOf(sections, header)) {
  const picks: Pick[] = [];
  const one = new StandingPage(shown, page, (pick) => picks.push(pick));
  return { one, shown, picks, screen: within(shown.body) };
}

test('a click picks the leaf, and a link leads nowhere', () => {
  const { screen, picks } = standing();
  fireEvent.click(screen.getByText('Bread'));
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Order' }));
  fireEvent.click(screen.getByRole('button', { name: 'A loaf' }));
  fireEvent.click(screen.getByRole('link', { name: 'Visit' }));
  expect(isFollowed).toBe(false);
  expect(picks.map(({ at }) => at)).toEqual([
    'sections[0].hero.title',
    'sections[0].hero.actions[0].label',
    'sections[0].hero.image',
    'navigation.links[1].label',
  ]);
});

test('a click beside leaves picks what they are about', () => {
  const { shown, picks } = standing();
  for (const selector of ['i', 'hr', 'details > div', 'details', 'nav', '[popovertarget]', 'main'])
    fireEvent.click(shown.querySelector(selector) as Element);
  expect(picks).toEqual(
    [
      ['main/pages/index.yaml', 'sections[0].hero'],
      ['main/pages/index.yaml', 'sections[0].hero'],
      ['main/pages/index.yaml', 'sections[1].faq.items[0].answer'],
      ['main/pages/index.yaml', 'sections[1].faq.items[0]'],
      ['main/site.yaml', 'navigation.links'],
    ].map(([file, at]) => ({ file, at })),
  );
});

test('all that can be picked is reached by Tab, has a name, and is picked by Enter', () => {
  const { shown, screen, picks } = standing();
  const reached = [...shown.querySelectorAll<HTMLElement>('[data-studio]')];
  expect(reached.map((element) => `${element.localName} ${element.getAttribute('tabindex') ?? 'by itself'}`)).toEqual([
    'a by itself',
    'a by itself',
    'h1 0',
    'p 0',
    'img 0',
    'a by itself',
    'summary by itself',
    'div 0',
  ]);
  // A heading stays one, and a link, too.
  fireEvent.keyDown(screen.getByRole('heading', { name: 'Bread' }), { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Ours.' }), { key: ' ' });
  fireEvent.keyDown(screen.getByRole('link', { name: 'Order' }), { key: 'Enter' });
  expect(picks.map(({ at }) => at)).toEqual(['sections[0].hero.title', 'sections[0].hero.text']);
});

test.each([
  ['which several values make', 'shop.name', {}],
  ['of a list', 'shop.hours', { 'main/locations.yaml:shop.hours': '07:00–13:00' }],
])('hours, %s, are one stop of the keyboard, and lead to %s', (_, home, lines) => {
  const table = (name: string) => `<table aria-label="${name}"><tr><th>Monday</th><td>07:00–13:00</td></tr></table>`;
  const shown = documentOf({ locations: `<ul><li><h3>Shop</h3>${table('Shop')}</li><li><h3>Stall</h3></li></ul>` });
  const at = (id: string) => `main/locations.yaml:${id}.name`;
  const picks: Pick[] = [];
  new StandingPage(shown, pageOf({ locations: { [at('shop')]: 'Shop', [at('stall')]: 'Stall', ...lines } }), (pick) =>
    picks.push(pick),
  );
  const hours = within(shown.body).getByRole('table', { name: 'Shop' });
  expect(hours.tabIndex).toBe(0);
  fireEvent.keyDown(hours, { key: 'Enter' });
  fireEvent.click(within(hours).getByRole('cell'));
  expect(shown.querySelectorAll('table [tabindex]')).toHaveLength(0);
  expect(picks).toEqual(Array(2).fill({ file: 'main/locations.yaml', at: home }));
});

test('what is edited is marked: a leaf, what it is made of, a section, or an item', () => {
  const { one, shown } = standing();
  const edited = () => Array.from(shown.querySelectorAll('[data-studio=edited]'), ({ localName }) => localName).join();
  one.setFocus('sections[0].hero.title');
  expect(edited()).toBe('h1');
  one.setFocus('sections[0].hero.image.alt');
  expect(edited()).toBe('img');
  one.setFocus('sections[1].faq');
  expect(edited()).toBe('section');
  one.setFocus('sections[1].faq.items[0].answer');
  expect(edited()).toBe('div');
  one.setFocus('sections[1].faq.items[0]');
  expect(edited()).toBe('details');
  one.setFocus('navigation.links');
  expect(edited()).toBe('nav');
  one.setFocus('');
  expect(edited()).toBe('');
  expect(shown.querySelector('section')?.hasAttribute('data-studio')).toBe(false);
});

test('of the places of one value the one is marked that was picked, over an answer of the server, too', () => {
  const text = (...words: string[]) => ({ text: words.map((each) => `<p>${each}</p>`).join('') });
  const shown = documentOf(text('First.', 'Last.'));
  const places = pageOf({ text: {} });
  places.sections[0]?.leaves.push(
    ...['First.', 'Last.', 'More.'].map((each) => ({ file: 'a.md', at: 'markdown', text: each })),
  );
  const one = new StandingPage(shown, places, () => one.setFocus('markdown'));
  const marked = () => shown.querySelector('[data-studio=edited]')?.textContent;
  fireEvent.click(within(shown.body).getByText('Last.'));
  expect(marked()).toBe('Last.');
  one.take(documentOf(text('First.', 'More.')), 0);
  expect(marked()).toBe('More.');
  fireEvent.click(within(shown.body).getByText('First.'));
  expect(marked()).toBe('First.');
});

test('what is typed stands in its place until the server says it', () => {
  const { one, screen } = standing();
  one.show('sections[0].hero.title', 'Rolls');
  expect(screen.getByRole('heading').textContent).toBe('Rolls');
  expect(one.take(documentOf(sections, header), one.turn)).toBe(true);
  expect(screen.getByRole('heading').textContent).toBe('Bread');
});

test('a text that is too long for any page is not set in it', () => {
  const { one, shown } = standing();
  one.show('sections[0].hero.title', 'long '.repeat(50_000));
  expect(shown.querySelector('h1')?.textContent).toBe('Bread');
});

test('what was typed while the server answered stays, and its place is still known', () => {
  const { one, screen, picks } = standing();
  one.show('sections[0].hero.title', 'Rol');
  const { turn } = one;
  one.show('sections[0].hero.title', 'Rolls');
  const sent = documentOf({ ...sections, hero: sections.hero.replace('Bread', 'Rol') }, header);
  expect(one.take(sent, turn)).toBe(true);
  fireEvent.click(screen.getByText('Rolls'));
  expect(picks.at(-1)?.at).toBe('sections[0].hero.title');
  expect(one.take(documentOf({ ...sections, hero: sections.hero.replace('Bread', 'Rolls!') }, header), one.turn)).toBe(
    true,
  );
  expect(screen.getByRole('heading').textContent).toBe('Rolls!');
});

test('words that stand for another value, and texts of several paragraphs, wait for the server', () => {
  const prose = pageOf({ prose: { markdown: 'One.' } });
  const shown = documentOf({ prose: '<p>One.</p><p>Two.</p>' });
  prose.sections[0]?.leaves.push({ file: 'main/pages/index.yaml', at: 'sections[0].prose.markdown', text: 'Two.' });
  const one = new StandingPage(shown, prose, () => undefined);
  one.show('sections[0].prose.markdown', 'Three.');
  expect(shown.body.textContent).toBe('One.Two.');
  const other = standing();
  other.one.show('sections[0].hero.title', '{{site.name}}');
  expect(other.screen.getByRole('heading').textContent).toBe('Bread');
});

test('what is no leaf any more is not marked, and reads as the server sent it', () => {
  const { one, shown } = standing();
  one.setFocus('sections[0].hero.title');
  one.align(pageOf({ hero: {}, faq: {} }));
  expect(shown.body.innerHTML).toBe(documentOf(sections, header).body.innerHTML);
  one.setFocus('');
  expect(shown.body.innerHTML).toBe(documentOf(sections, header).body.innerHTML);
});

test('the panel of a tab that is clicked is shown', () => {
  const tab = (name: string) => `<button role="tab" aria-controls="${name}-panel" tabindex="-1">${name}</button>`;
  const panel = (name: string) => `<div role="tabpanel" id="${name}-panel"><p>About ${name}</p></div>`;
  const { shown, screen } = standing(
    documentOf({ tabs: `<div role="tablist">${tab('Rye')}${tab('Oat')}</div>${panel('Rye')}${panel('Oat')}` }),
  );
  fireEvent.click(screen.getByRole('tab', { name: 'Oat' }));
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Oat');
  expect(Array.from(shown.querySelectorAll<HTMLElement>('[role=tabpanel]'), ({ style }) => style.display)).toEqual([
    'none',
    'block',
  ]);
});

test('what is edited is chosen where one of several is shown, and open lists of the bar close', () => {
  const choice = (name: string) => `<li><input type="radio" name="a" value="${name}"><p>${name}</p></li>`;
  const list = '<details name="submenu" open><summary>More</summary></details>';
  const shown = documentOf({ industries: `<ul>${choice('Law')}${choice('Gym')}</ul>` }, list);
  const page = pageOf({ industries: { 'items[0]': 'Law', 'items[1]': 'Gym' } });
  const one = new StandingPage(shown, page, () => undefined);
  one.setFocus('sections[0].industries.items[1]');
  expect(shown.querySelector<HTMLInputElement>(':checked')?.value).toBe('Gym');
  fireEvent.click(shown.querySelector('details') as Element);
  expect(shown.querySelectorAll('details[open]')).toHaveLength(1);
  fireEvent.click(shown.querySelector('p') as Element);
  expect(shown.querySelectorAll('details[open]')).toHaveLength(0);
});
